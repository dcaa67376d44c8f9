// What the workers have in common that answer the calls.

const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });

/**
 * Refuses a call. Thrown anywhere, it is answered as `{"detail": …, …}` with its status. Without `detail`
 * it is no refusal to a caller, who tries again.
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
 * Reads the rest of a request's body and drops it. If a caller got the answer while it is still sending,
 * its connection would break, and it would not see the answer.
 */
export async function drain(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await request.body.pipeTo(new WritableStream()).catch(() => undefined);
}

/** What is answered to a form that cannot be read, and to one that is too large. */
interface FormTexts {
  form: string;
  tooLarge: string;
}

/**
 * Reads a form of at most so many bytes. One that is too large is read to its end without being kept, so
 * that the caller gets the answer.
 *
 * @throws Refusal 413 if it is too large, 400 if `read` throws
 */
export async function readFormWithin<T>(
  request: Request,
  mostBytes: number,
  texts: FormTexts,
  read: (body: ReadableStream<Uint8Array> | null) => Promise<T>,
): Promise<T> {
  let size = 0;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= mostBytes) controller.enqueue(chunk);
      },
    }),
  );
  try {
    return await read(counted ?? null);
  } catch {
    throw size > mostBytes ? new Refusal(413, texts.tooLarge) : new Refusal(400, texts.form);
  }
}

/** Whether an answer is a page, as one of maintenance is. */
export const isHtml = ({ headers }: Response): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers.get("Content-Type") ?? "");

/** Cancels a body that nobody will read, so that its connection is free again. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** An error's name and place, for the log. Its message may have something that a candidate typed. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  // A message of D1 names tables and columns, and no values; without it nobody could find the error.
  const message = error.message.startsWith("D1_") ? ` ${error.message}` : "";
  return `${error.name}${message}${place ? ` ${place.trim()}` : ""}`;
}
