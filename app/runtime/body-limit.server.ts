/**
 * A body of more bytes is refused without being read. A smaller one is read to its end even when it
 * is too large to be kept: a browser shows no answer while it is still sending.
 */
export const BODY_READ_LIMIT = 100 * 1024 * 1024;

/** Reads a body to its end: a browser that is still sending sees no answer before. */
export async function consumeBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || exceedsReadLimit(request)) return;
  let length = 0;
  try {
    for await (const bytes of request.body) {
      length += bytes.byteLength;
      if (length > BODY_READ_LIMIT) return;
    }
  } catch {
    // The sender has gone.
  }
}

/** Whether a request's Content-Length says that its body is over `BODY_READ_LIMIT`. */
export function exceedsReadLimit(request: Request): boolean {
  return Number(request.headers.get("Content-Length") ?? 0) > BODY_READ_LIMIT;
}
