/** The most bytes of a body: a CV of 25 MiB, and 1 MiB for the other fields. */
export const MAX_BODY_BYTES = 26 * 1024 * 1024;

/** The most bytes of the body for a position that asks for files: 60 MiB of them, and 1 MiB. */
export const MAX_FILES_BODY_BYTES = 61 * 1024 * 1024;

/** The form is not multipart, was cut off, or (`tooLarge`) is too large. */
export class BadForm extends Error {
  constructor(readonly tooLarge: boolean) {
    super(tooLarge ? "form too large" : "form unreadable");
    this.name = "BadForm";
  }
}

/** Reads a request's multipart form of at most so many bytes. @throws BadForm if it cannot be read */
export async function readForm(request: Request, mostBytes = MAX_BODY_BYTES): Promise<FormData> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) {
    throw new BadForm(false);
  }
  if (Number(request.headers.get("Content-Length") ?? 0) > mostBytes) throw new BadForm(true);

  // A body without a Content-Length is counted as it comes. One that is too large is read to its end
  // without being kept, so that the caller gets the answer.
  let size = 0;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= mostBytes) controller.enqueue(chunk);
      },
    }),
  );
  try {
    return await new Response(counted ?? null, { headers: request.headers }).formData();
  } catch {
    throw new BadForm(size > mostBytes);
  }
}

/**
 * Decodes a file's name from a multipart header, in which `"`, CR and LF are `%22`, `%0D` and `%0A`
 * (WHATWG HTML, "multipart/form-data encoding algorithm"). Control and bidi characters are removed.
 */
export function originalFileName(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0[DA]|[\p{Cc}\p{Bidi_Control}]/giu, "");
}
