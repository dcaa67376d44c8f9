// Helpers for the Workers that implement the four calls.

const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });

/**
 * Thrown to end a call with a status and the body `{"detail": …, …}`. Puerta repeats call 4 after a
 * 5xx without `detail`.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    readonly detail: string | undefined,
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
 * Reads and discards the rest of a request's body. A response during an upload could reset the
 * connection before the caller reads the response.
 */
export async function consumeBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}

/** Truncates a request's body after `maxBytes`, but consumes and counts the rest, so that the caller gets a response. */
export function limitBody(request: Request, maxBytes: number) {
  let size = 0;
  const body = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= maxBytes) controller.enqueue(chunk);
      },
    }),
  );
  return { body: body ?? null, countBytes: () => size };
}

/** Whether a response is HTML, such as a maintenance page. */
export const isHtml = ({ headers }: Response): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers.get("Content-Type") ?? "");

/** Cancels an unread body, to free the connection. */
export async function cancelBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** Describes an error for the log. Leaves out most messages, which might quote a candidate's input. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  // D1's messages are safe to log, because they contain no values.
  const message = error.message.startsWith("D1_") ? ` ${error.message}` : "";
  return `${error.name}${message}${place ? ` ${place.trim()}` : ""}`;
}

/** Whether a body contains an error, such as `{ok: false}` or `{error: "…"}`. Empty errors are ignored. */
export const carriesError = (body: unknown): boolean =>
  isObject(body) &&
  (body.ok === false || body.success === false || isFilled(body.error) || isFilled(body.errors));

const isFilled = (value: unknown): boolean =>
  typeof value === "string"
    ? value.trim() !== ""
    : isObject(value)
      ? Object.values(value).some(isFilled)
      : value !== undefined && value !== null && value !== false;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
