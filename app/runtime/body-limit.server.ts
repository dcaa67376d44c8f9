/** Maximum size of a body that is read to the end, in bytes. */
export const BODY_READ_LIMIT = 100 * 1024 * 1024;

/** Reads a body up to the limit, because a browser shows no response before it has sent the body. */
export async function consumeBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || exceedsReadLimit(request)) return;
  let length = 0;
  try {
    for await (const bytes of request.body as ReadableStream<Uint8Array>) {
      length += bytes.byteLength;
      if (length > BODY_READ_LIMIT) return;
    }
  } catch {
    // The client disconnected.
  }
}

export function exceedsReadLimit(request: Request): boolean {
  return Number(request.headers.get("Content-Length") ?? 0) > BODY_READ_LIMIT;
}
