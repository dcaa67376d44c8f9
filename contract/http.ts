// Answers of a platform.

const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });

/** Refuses a call. Thrown anywhere, it is answered as `{"detail": …, …}` with its status. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
    readonly more: object = {},
  ) {
    super(detail);
  }

  toResponse(): Response {
    return json({ detail: this.detail, ...this.more }, this.status, this.headers);
  }
}

/**
 * Reads the rest of a request's body and drops it. If a caller got the answer while it is still sending,
 * its connection would break, and it would not see the answer.
 */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}
