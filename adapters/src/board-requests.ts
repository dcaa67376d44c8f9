import type * as z from "zod";
import { parsePart } from "~/contract/application";
import { cancelBody, isHtml } from "~/contract/http";
import { errorPath, getId } from "./format";

/** Time limit of a read, in ms. The site's default limit is 10 s. */
const READ_MS = 8000;

/** Time limit of a post, in ms. The site's retries get a 425 while the post runs. */
const POST_MS = 100_000;

/** Maximum sizes of the responses to a read and to a post, in bytes. A Worker has 128 MB of memory. */
const READ_BYTES = 24 * 1024 * 1024;
const POSTED_BYTES = 1024 * 1024;

/** Reads the text of a response. @throws Error if the text is larger than `max` bytes */
async function readBounded(response: Response, max: number): Promise<string> {
  let size = 0;
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > max) controller.error(new Error("the response is too large"));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded ?? null).text();
}

/** A failed read. `status` is the status to return to the site. */
export class ReadError extends Error {
  constructor(
    readonly status: 429 | 502 | 504,
    /** The route and the error, for the log. Contains no values from the response's body. */
    readonly reason: string,
    readonly retryAfter?: string | undefined,
  ) {
    super(reason);
    this.name = "ReadError";
  }
}

/**
 * Fetches and parses JSON.
 *
 * @param route for the log, such as `GET /jobs/{id}`
 * @param question the body of a POST, for systems that are read with POST requests
 * @returns undefined after a 404
 * @throws ReadError after any other failure
 */
export const readJson = (
  route: string,
  address: string,
  headers: Record<string, string> = {},
  question?: unknown,
): Promise<unknown> =>
  read(
    route,
    address,
    "JSON",
    async (response) => jsonOrThrow(await readBounded(response, READ_BYTES)),
    {
      headers: { Accept: "application/json", ...headers },
      ...(question !== undefined && { method: "POST", body: JSON.stringify(question) }),
    },
  );

/**
 * Validates the JSON that {@link readJson} returned.
 *
 * @param check the setting that might be wrong, for the log
 * @throws ReadError if the response was a 404 or is malformed
 */
export function parseResponse<T>(
  route: string,
  schema: z.ZodType<T>,
  body: unknown,
  check?: string,
): T {
  const hint = check === undefined ? "" : `: check ${check}`;
  if (body === undefined) throw new ReadError(502, `${route} answered 404${hint}`);
  const { data, error } = schema.safeParse(body);
  if (!error) return data;
  const path = errorPath(error);
  throw new ReadError(502, `${route} returned an unexpected format${path && ` at ${path}`}${hint}`);
}

/** Maximum number of malformed items to name in a log line. */
const MAX_LOGGED = 5;

/**
 * Parses a board's items. Malformed items are left out and logged.
 *
 * @throws ReadError if there are items, and all are malformed
 */
export function readItems<T>(
  route: string,
  { code }: { code: string },
  schema: z.ZodType<T>,
  items: readonly unknown[],
): T[] {
  const lines: string[] = [];
  const parsed = items.flatMap((item, index) => {
    const { data, error } = schema.safeParse(item);
    if (error)
      lines.push(`${getId(item)?.slice(0, 40) ?? `number ${index + 1}`} at ${errorPath(error)}`);
    return error ? [] : [data];
  });
  if (lines.length === 0) return parsed;
  const more = lines.length > MAX_LOGGED ? `, and ${lines.length - MAX_LOGGED} more` : "";
  const named = lines.slice(0, MAX_LOGGED).join(", ") + more;
  if (parsed.length === 0)
    throw new ReadError(502, `${route} returned only malformed jobs: ${named}`);
  console.warn(`${code}: malformed jobs are not shown: ${named}`);
  return parsed;
}

/** Fetches text, such as XML. Errors are handled as in {@link readJson}. */
export const readText = (route: string, address: string): Promise<string | undefined> =>
  read(route, address, "text", (response) => readBounded(response, READ_BYTES));

async function read<T>(
  route: string,
  address: string,
  what: string,
  readBody: (response: Response) => Promise<T>,
  init: RequestInit = {},
): Promise<T | undefined> {
  let response: Response;
  try {
    response = await fetch(address, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(READ_MS),
    });
    if (response.ok) return await readBody(response);
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new ReadError(
      isLate ? 504 : 502,
      `${route} ${isLate ? "timed out" : `returned no ${what}`}`,
    );
  }
  await cancelBody(response);
  const { status } = response;
  if (status === 404) return undefined;
  const retryAfter = response.headers.get("Retry-After") ?? undefined;
  // A redirect to the system's pages means that it has no such board.
  const hint = status >= 300 && status < 400 ? ": check the board" : "";
  throw new ReadError(status === 429 ? 429 : 502, `${route} answered ${status}${hint}`, retryAfter);
}

/** A system's response to a post. `body` is undefined if it cannot be read or is not JSON. */
export interface PostResponse {
  status: number;
  body: unknown;
  isHtml: boolean;
  retryAfter: string | undefined;
}

interface PostRequest {
  headers: Record<string, string>;
  body: string | readonly Uint8Array[];
}

/**
 * Sends a POST request. Returns undefined if no response arrives, or if a success arrives before the whole body is
 * sent.
 */
export async function post(
  address: string,
  { headers, body: given }: PostRequest,
): Promise<PostResponse | undefined> {
  const signal = AbortSignal.timeout(POST_MS);
  const body = typeof given === "string" ? [new TextEncoder().encode(given)] : given;
  const { readable, writable } = new FixedLengthStream(
    body.reduce((sum, piece) => sum + piece.byteLength, 0),
  );
  const sending = writePieces(body, writable, signal);
  sending.catch(() => undefined); // `fetch` also receives errors through `readable`
  try {
    const response = await fetch(address, {
      method: "POST",
      headers,
      body: readable,
      redirect: "manual",
      signal,
    });
    const text = await readBounded(response, POSTED_BYTES).catch(() => "");
    if (response.ok) await sending;
    return {
      status: response.status,
      body: parsePart(text),
      isHtml: isHtml(response),
      retryAfter: response.headers.get("Retry-After") ?? undefined,
    };
  } catch {
    return undefined;
  }
}

async function writePieces(
  pieces: readonly Uint8Array[],
  writable: WritableStream,
  signal: AbortSignal,
): Promise<void> {
  const writer = writable.getWriter();
  signal.addEventListener("abort", () => void writer.abort(signal.reason).catch(() => undefined));
  for (const piece of pieces) await writer.write(piece);
  await writer.close();
}

const jsonOrThrow = (text: string): unknown => JSON.parse(text);
