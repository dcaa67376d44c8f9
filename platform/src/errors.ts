const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/** An answer in JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });
}

/** Refuses a call. Thrown anywhere, it is answered as `{"detail": …, …}` with its status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
    readonly more: object = {},
  ) {
    super(detail);
    this.name = "Refusal";
  }

  toResponse(): Response {
    return json({ detail: this.detail, ...this.more }, this.status, this.headers);
  }
}

/**
 * Reads the rest of a request's body and drops it. If a caller were answered while it is still sending,
 * its connection would break, and it would not see the answer.
 */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}

/** An error's name and place, for the log. Its message may have something that a candidate typed. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  // A message of D1 names tables and columns, and no values; without it nobody could find the error.
  const message = error.message.startsWith("D1_") ? ` ${error.message}` : "";
  return `${error.name}${message}${place ? ` ${place.trim()}` : ""}`;
}
