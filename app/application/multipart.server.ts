import { make, type MultipartError, type PartInfo } from "multipasta";
import { BODY_READ_LIMIT } from "../edge/body-limit.server";

/** What a `multipart/form-data` body says, in the order in which it says it. */
export type MultipartEvent =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string; contentType: string }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "file-end" };

/** A body that is not a form: cut off, not multipart, or with absurdly many or large fields. */
export class MalformedFormError extends Error {
  override name = "MalformedFormError";
}

/** A body that was not announced as too large, but is. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

const MAX_PARTS = 200;
const MAX_FIELD_BYTES = 64 * 1024;

/**
 * Reads a form as a stream: a file's bytes are handed on as they come, and nothing more is read
 * until the caller asks for the next event, so that a body of any size costs one chunk of memory.
 *
 * @throws MalformedFormError, BodyTooLargeError
 */
export async function* multipartEvents(request: Request): AsyncGenerator<MultipartEvent> {
  if (!request.body) throw new MalformedFormError("No body");
  let events: MultipartEvent[] = [];
  let failure: MultipartError | undefined;
  const parser = make({
    headers: { "content-type": request.headers.get("Content-Type") ?? "" },
    maxParts: MAX_PARTS,
    maxFieldSize: MAX_FIELD_BYTES,
    isFile: (part) => disposition(part).fileName !== undefined,
    onField: (part, value) => {
      events.push({ kind: "field", name: disposition(part).name, value: utf8.decode(value) });
    },
    onFile: (part) => {
      const { name, fileName = "" } = disposition(part);
      events.push({ kind: "file", name, fileName, contentType: part.contentType });
      return (bytes) => events.push(bytes ? { kind: "bytes", bytes } : { kind: "file-end" });
    },
    onError: (error) => {
      failure ??= error;
    },
    onDone: () => undefined,
  });

  let received = 0;
  for await (const chunk of request.body) {
    received += chunk.byteLength;
    if (received > BODY_READ_LIMIT) throw new BodyTooLargeError("The body is too large");
    parser.write(chunk);
    if (failure) throw new MalformedFormError(failure._tag);
    yield* events;
    events = [];
  }
  parser.end();
  if (failure) throw new MalformedFormError(failure._tag);
  yield* events;
}

const utf8 = new TextDecoder();

/**
 * The names in a part's `Content-Disposition`, as browsers write them: raw UTF-8 in quotes, with
 * only `"`, CR and LF escaped. The parser's own reading follows RFC 7230, which has no characters
 * beyond Latin-1.
 *
 * Source: WHATWG HTML, "Multipart form data".
 */
function disposition(part: PartInfo): { name: string; fileName: string | undefined } {
  const header = String(part.headers["content-disposition"] ?? "");
  const name = /;\s*name="([^"]*)"/i.exec(header)?.[1] ?? "";
  const fileName = /;\s*filename="([^"]*)"/i.exec(header)?.[1];
  return {
    name: unescaped(name),
    fileName: fileName === undefined ? undefined : unescaped(fileName),
  };
}

const unescaped = (text: string) =>
  text.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");
