/**
 * Bytes of a body past which it is refused without being read. What is smaller is read to its end
 * even when it is too large to be kept, so that a browser that is still sending sees the answer.
 */
export const BODY_READ_LIMIT = 100 * 1024 * 1024;

/** Whether a request announces a body that nobody should start to read. */
export function isHopelesslyLarge(request: Request): boolean {
  return Number(request.headers.get("Content-Length") ?? 0) > BODY_READ_LIMIT;
}
