import { limitBody } from "~/contract/http";
import { removeControls } from "~/contract/text";

/** Limit for a position without file fields: 25 MiB for the CV, and 1 MiB for the other fields. */
export const MAX_BODY_BYTES = 26 * 1024 * 1024;

/** Limit for a position with file fields: 60 MiB for the files, and 1 MiB for the other fields. */
export const MAX_FILES_BODY_BYTES = 61 * 1024 * 1024;

/**
 * Reads a request's multipart form and counts its bytes. The form is undefined if it cannot be parsed, or is larger
 * than `MAX_FILES_BODY_BYTES`.
 */
export async function readForm(
  request: Request,
): Promise<{ form: FormData | undefined; bytes: number }> {
  const { headers } = request;
  if (!/^multipart\/form-data\b/i.test(headers.get("Content-Type") ?? "")) {
    return { form: undefined, bytes: 0 };
  }
  const announced = Number(headers.get("Content-Length") ?? 0);
  if (announced > MAX_FILES_BODY_BYTES) return { form: undefined, bytes: announced };
  const { body, countBytes } = limitBody(request, MAX_FILES_BODY_BYTES);
  const form = await new Response(body, { headers }).formData().catch(() => undefined);
  return { form, bytes: countBytes() };
}

/**
 * Decodes a file's name from a multipart header, where `"`, CR and LF are escaped as `%22`, `%0D` and `%0A`
 * (WHATWG HTML, "multipart/form-data encoding algorithm"). Control and bidi characters are removed.
 */
export function decodeFileName(name: string): string {
  return removeControls(name.replace(/%22/g, '"').replace(/%0[DA]/gi, ""));
}
