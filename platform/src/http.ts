const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/** An answer in JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });
}

/** Says no to a call: thrown anywhere, and answered as `{"detail": …}` with its status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
    this.name = "Refusal";
  }

  toResponse(): Response {
    return json({ detail: this.detail }, this.status, this.headers);
  }
}

/**
 * Reads what is left of a request's body and throws it away. An answer that is sent while the
 * caller is still sending breaks its connection, so that it would never see the answer.
 */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}
