import type { z } from "zod";
import { pathOf } from "./format";
import { discard } from "./http";

/** Milliseconds that a read may take: the site waits 10 s for an answer, and may ask twice. */
const READ_MS = 8000;

/** Milliseconds that a post may take. The site stops waiting before; its repeats are told to wait. */
const POST_MS = 100_000;

/** Most bytes of an answer to a read, and to a post: a Worker has 128 MB. */
const READ_BYTES = 24 * 1024 * 1024;
const POSTED_BYTES = 1024 * 1024;

/** An answer's text. @throws Error if it has more than so many bytes */
async function textOf(response: Response, most: number): Promise<string> {
  let size = 0;
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > most) controller.error(new Error("the answer is too large"));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded ?? null).text();
}

/** A system did not answer a read. `status` is what the site is answered: 429, 502 or 504. */
export class ReadFault extends Error {
  constructor(
    readonly status: 429 | 502 | 504,
    /** For the log: the route and the status, nothing that is in an answer. */
    readonly reason: string,
    readonly retryAfter?: string | undefined,
  ) {
    super(reason);
    this.name = "ReadFault";
  }
}

/**
 * Reads JSON.
 *
 * @param route for the log, such as `GET /jobs/{id}`
 * @param question what is posted to be read, where a system wants that
 * @returns undefined after a 404
 * @throws ReadFault after any other answer that is no JSON with a 2xx
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
    async (response) => jsonOrThrow(await textOf(response, READ_BYTES)),
    {
      headers: { Accept: "application/json", ...headers },
      ...(question !== undefined && { method: "POST", body: JSON.stringify(question) }),
    },
  );

/**
 * Parses what {@link readJson} has read.
 *
 * @param check for the log, what else may be wrong
 * @throws ReadFault if the answer was a 404 or is malformed
 */
export function parseAnswer<T>(
  route: string,
  schema: z.ZodType<T>,
  answer: unknown,
  check?: string,
): T {
  const hint = check === undefined ? "" : `: check ${check}`;
  if (answer === undefined) throw new ReadFault(502, `${route} answered 404${hint}`);
  const { data, error } = schema.safeParse(answer);
  if (!error) return data;
  const path = pathOf(error);
  throw new ReadFault(502, `${route} answered something else${path && ` at ${path}`}${hint}`);
}

/** Reads a text, such as XML, as {@link readJson} reads JSON. */
export const readText = (route: string, address: string): Promise<string | undefined> =>
  read(route, address, "text", (response) => textOf(response, READ_BYTES));

async function read<T>(
  route: string,
  address: string,
  what: string,
  bodyOf: (response: Response) => Promise<T>,
  init: RequestInit = {},
): Promise<T | undefined> {
  let response: Response;
  try {
    response = await fetch(address, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(READ_MS),
    });
    if (response.ok) return await bodyOf(response);
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new ReadFault(isLate ? 504 : 502, `${route} ${isLate ? "timed out" : `gave no ${what}`}`);
  }
  await discard(response);
  const { status } = response;
  if (status === 404) return undefined;
  const retryAfter = response.headers.get("Retry-After") ?? undefined;
  throw new ReadFault(status === 429 ? 429 : 502, `${route} answered ${status}`, retryAfter);
}

/** What a system answered to a post; undefined if it did not. `body` is its JSON, if it is some. */
export interface Posted {
  status: number;
  body: unknown;
  isHtml: boolean;
  retryAfter: string | undefined;
}

/** Posts, and reads the answer. Never throws. */
export async function post(address: string, init: RequestInit): Promise<Posted | undefined> {
  try {
    const response = await fetch(address, {
      ...init,
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(POST_MS),
    });
    const text = await textOf(response, POSTED_BYTES).catch(() => "");
    return {
      status: response.status,
      body: jsonOf(text),
      isHtml: /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(
        response.headers.get("Content-Type") ?? "",
      ),
      retryAfter: response.headers.get("Retry-After") ?? undefined,
    };
  } catch {
    return undefined;
  }
}

const jsonOrThrow = (text: string): unknown => JSON.parse(text);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
