/**
 * A body of more bytes is refused without being read. A smaller one is read to its end even when it
 * is too large to be kept: a browser shows no answer while it is still sending.
 */
export const BODY_READ_LIMIT = 100 * 1024 * 1024;

/** Whether a request's Content-Length says that its body is over `BODY_READ_LIMIT`. */
export function isHopelesslyLarge(request: Request): boolean {
  return Number(request.headers.get("Content-Length") ?? 0) > BODY_READ_LIMIT;
}
