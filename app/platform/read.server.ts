import * as z from "zod";
import { cancelBody } from "~/contract/http";
import { REFUSAL_LIMITS } from "~/contract/limits";
import { Position } from "~/contract/position";
import { readTolerantly } from "~/contract/tolerant";
import { logMisconfiguration, type PlatformConnection } from "./connection.server";
import { DeadlinePassed, withTimeout } from "../runtime/deadline.server";
import { PlatformError } from "./errors";
import { readText } from "../runtime/streams.server";

const TRANSIENT_STATUSES = new Set([502, 503, 504]);

type FetchResult = Received | { lost: unknown };

interface Received {
  status: number;
  /** Undefined if the body is over the size limit. */
  body: string | undefined;
}

export interface ReadRoute {
  /** Method and route pattern, for errors and the log. */
  route: string;
  /** The meaning of a 410. */
  gone: "closed" | "gone";
}

/**
 * GETs a URL within `connection.readTimeoutMs`, with one retry after a transient failure.
 *
 * @param maxBytes maximum size of the body
 * @returns the body of a successful response; undefined if it is larger
 * @throws PlatformError
 */
export async function fetchResponse(
  connection: PlatformConnection,
  url: string,
  about: ReadRoute,
  maxBytes: number,
): Promise<string | undefined> {
  return requireSuccess(await fetchWithRetry(connection, url, about.route, maxBytes), about);
}

/**
 * Parses the texts of a response's pages.
 *
 * @param parse receives pages one by one, so that only one page's JSON is in memory. Throws `z.ZodError` if the
 * JSON breaks the contract
 * @throws PlatformError of kind `contract`
 */
export function parseResponse<T>(
  texts: readonly string[],
  route: string,
  parse: (pages: Iterable<unknown>) => T,
): T {
  try {
    return parse(parsePages(texts));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new PlatformError({ kind: "contract", message: `${route}: the answer is not JSON` });
    }
    if (!(error instanceof z.ZodError)) throw error;
    const problems = error.issues.map(
      (issue) => `${issue.path.join(".") || "(the answer)"}: ${issue.message}`,
    );
    const message = `${route} breaks the contract at ${problems.slice(0, 5).join("; ")}`;
    throw new PlatformError({ kind: "contract", message });
  }
}

function* parsePages(texts: readonly string[]): Generator {
  for (const text of texts) yield JSON.parse(text);
}

const fetchWithRetry = (
  connection: PlatformConnection,
  url: string,
  route: string,
  maxBytes: number,
): Promise<FetchResult> =>
  withTimeout(connection.readTimeoutMs, async (signal) => {
    const first = await fetchOnce(connection, url, signal, maxBytes);
    const shouldRetry = "lost" in first || TRANSIENT_STATUSES.has(first.status);
    return shouldRetry && !signal.aborted ? fetchOnce(connection, url, signal, maxBytes) : first;
  }).catch((error: unknown) => {
    if (!(error instanceof DeadlinePassed)) throw error;
    throw new PlatformError({ kind: "timeout", message: `${route} took too long` });
  });

async function fetchOnce(
  { fetch, apiKey, apiKeyHeader }: PlatformConnection,
  url: string,
  signal: AbortSignal,
  maxBytes: number,
): Promise<FetchResult> {
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/json", [apiKeyHeader]: apiKey },
      redirect: "manual",
      signal,
    });
    const { ok, status } = response;
    if (ok || status === 410) {
      const limit = ok ? maxBytes : REFUSAL_LIMITS.bytes;
      return { status, body: await readText(response, limit, signal) };
    }
    await cancelBody(response);
    return { status, body: "" };
  } catch (error) {
    return { lost: error };
  }
}

function requireSuccess(result: FetchResult, about: ReadRoute): string | undefined {
  if ("lost" in result) {
    const message = `${about.route} got no answer`;
    throw new PlatformError({ kind: "unreachable", message }, { cause: result.lost });
  }
  const { status, body } = result;
  if (status < 200 || status > 299) throw createError(result, about);
  return body;
}

function createError({ status, body }: Received, { route, gone }: ReadRoute): PlatformError {
  const message = `${route} answered ${status}`;
  if (status === 404) return new PlatformError({ kind: "not-found", message, status });
  if (status === 410) {
    return new PlatformError({ kind: gone, message, status, ...parseClosedBody(body ?? "") });
  }
  if (status === 503) return new PlatformError({ kind: "unavailable", message, status });
  if (status < 500) logMisconfiguration(route, status);
  return new PlatformError({ kind: "unreachable", message, status });
}

/** The body of a 410, which can name the position and its client. */
const Closed = Position.pick({
  client: true,
  name: true,
  location: true,
  contract_type: true,
}).partial({ name: true });

function parseClosedBody(body: string): Pick<PlatformError, "clientUuid" | "position"> {
  try {
    const {
      client,
      name,
      location,
      contract_type: contractType,
    } = readTolerantly(Closed, JSON.parse(body)).value;
    const position = name === undefined ? undefined : { name, location, contractType };
    return { clientUuid: client, ...(position && { position }) };
  } catch {
    return {};
  }
}
