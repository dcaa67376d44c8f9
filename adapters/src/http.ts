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

/** An error of ours or of the system's. Without `detail`, which would be taken for a refusal. */
export const failure = (status: number, headers: Record<string, string> = {}): Response =>
  json({ error: "The system behind the board did not answer as it should." }, status, headers);

/**
 * Reads the rest of a request's body and drops it. If a caller were answered while it is still sending,
 * its connection would break, and it would not see the answer.
 */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}

/** Cancels a body that nobody will read, so that its connection is free again. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** An error's name and place: its message may have something that a candidate typed. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  return `${error.name}${place ? ` ${place.trim()}` : ""}`;
}
