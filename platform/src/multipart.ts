import { readLimitedForm, Refusal } from "../../contract/http";
import { removeControls } from "../../contract/text";
import type { Messages } from "./messages";

/** Limit for a position without file fields: 25 MiB for the CV, and 1 MiB for the other fields. */
export const MAX_BODY_BYTES = 26 * 1024 * 1024;

/** Limit for a position with file fields: 60 MiB for the files, and 1 MiB for the other fields. */
export const MAX_FILES_BODY_BYTES = 61 * 1024 * 1024;

/**
 * Reads a request's multipart form of at most `maxBytes`.
 *
 * @throws Refusal 413 if the form is too large, or 400 if it cannot be parsed
 */
export async function readForm(
  request: Request,
  maxBytes: number,
  texts: Pick<Messages, "form" | "tooLarge">,
): Promise<FormData> {
  const { headers } = request;
  if (!/^multipart\/form-data\b/i.test(headers.get("Content-Type") ?? "")) {
    throw new Refusal(400, texts.form);
  }
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) {
    throw new Refusal(413, texts.tooLarge);
  }
  return readLimitedForm(request, maxBytes, texts, (body) =>
    new Response(body, { headers }).formData(),
  );
}

/**
 * Decodes a file's name from a multipart header, where `"`, CR and LF are escaped as `%22`, `%0D` and `%0A`
 * (WHATWG HTML, "multipart/form-data encoding algorithm"). Control and bidi characters are removed.
 */
export function decodeFileName(name: string): string {
  return removeControls(name.replace(/%22/g, '"').replace(/%0[DA]/gi, ""));
}
