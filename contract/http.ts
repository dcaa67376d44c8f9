// Helpers for the Workers that implement the four calls.

const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });

/**
 * Ends a call with this status and the body `{"detail": …, …}`. Callers retry after a 5xx without
 * `detail`.
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
 * Reads and discards the rest of a request's body. A response during an upload would reset the
 * connection, and the caller would not see it.
 */
export async function consumeBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}

/** Messages for a malformed form and for one over the limit. */
interface FormTexts {
  form: string;
  tooLarge: string;
}

/**
 * Reads a form of at most `maxBytes`. Reads and discards the rest of a larger one, so that the caller sees
 * the response.
 *
 * @throws Refusal 413 if it is too large, 400 if `read` throws
 */
export async function readLimitedForm<T>(
  request: Request,
  maxBytes: number,
  texts: FormTexts,
  read: (body: ReadableStream<Uint8Array> | null) => Promise<T>,
): Promise<T> {
  let size = 0;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= maxBytes) controller.enqueue(chunk);
      },
    }),
  );
  try {
    return await read(counted ?? null);
  } catch {
    throw size > maxBytes ? new Refusal(413, texts.tooLarge) : new Refusal(400, texts.form);
  }
}

/** Whether a response is HTML, such as a maintenance page. */
export const isHtml = ({ headers }: Response): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers.get("Content-Type") ?? "");

/** Cancels an unused body, which frees its connection. */
export async function cancelBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** An error's name and location, for the log. No message: it may quote a candidate's input. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  // D1's messages are safe: they name tables and columns, never values.
  const message = error.message.startsWith("D1_") ? ` ${error.message}` : "";
  return `${error.name}${message}${place ? ` ${place.trim()}` : ""}`;
}
