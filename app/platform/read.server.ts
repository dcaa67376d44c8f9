import { z } from "zod";

import { discard, logMisconfiguration, type PlatformConnection } from "./connection.server";
import { DeadlinePassed, within } from "../runtime/deadline.server";
import { PlatformError } from "./errors";
import { optional, platformId, text } from "./fields.server";

/** Statuses of faults that may be over a moment later, so that asking once more is worth it. */
const passing = new Set([502, 503, 504]);

/** What a call came to: an answer, or why there is none. */
type Answer = { status: number; body: string } | { lost: unknown };

export interface ReadRequest<S extends z.ZodType> {
  address: string;
  /** Method and route pattern, for errors and the log. */
  route: string;
  /** Reads the answer's JSON. */
  schema: S;
}

/**
 * GETs an address of the platform, once more after a fault that may pass, and reads the answer by
 * the schema. All of it takes no longer than `connection.readTimeoutMs`.
 *
 * @throws PlatformError
 */
export async function read<S extends z.ZodType>(
  connection: PlatformConnection,
  { address, route, schema }: ReadRequest<S>,
): Promise<z.output<S>> {
  const answer = await within(connection.readTimeoutMs, async (signal) => {
    const first = await ask(connection, address, signal);
    const worthAnother = "lost" in first || passing.has(first.status);
    return worthAnother && !signal.aborted ? ask(connection, address, signal) : first;
  }).catch((error: unknown) => {
    if (!(error instanceof DeadlinePassed)) throw error;
    throw new PlatformError({ kind: "timeout", message: `${route} took too long` });
  });
  return parse(schema, jsonOf(answer, route), route);
}

async function ask(
  { fetch, apiKey, apiKeyHeader }: PlatformConnection,
  address: string,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(address, {
      headers: { Accept: "application/json", [apiKeyHeader]: apiKey },
      redirect: "manual",
      signal,
    });
    if (response.ok) return { status: response.status, body: await response.text() };
    if (response.status === 410) return { status: 410, body: await response.text() };
    await discard(response);
    return { status: response.status, body: "" };
  } catch (error) {
    return { lost: error };
  }
}

function jsonOf(answer: Answer, route: string): unknown {
  if ("lost" in answer) {
    const message = `${route} got no answer`;
    throw new PlatformError({ kind: "unreachable", message }, { cause: answer.lost });
  }
  const { status, body } = answer;
  if (status < 200 || status > 299) throw errorOf(answer, route);
  try {
    return JSON.parse(body);
  } catch {
    throw new PlatformError({
      kind: "contract",
      message: `${route}: the answer is not JSON`,
      status,
    });
  }
}

function errorOf({ status, body }: { status: number; body: string }, route: string): PlatformError {
  const message = `${route} answered ${status}`;
  if (status === 404) return new PlatformError({ kind: "not-found", message, status });
  if (status === 410) {
    return new PlatformError({ kind: "closed", message, status, ...namedIn(body) });
  }
  if (status === 503) return new PlatformError({ kind: "unavailable", message, status });
  if (status < 500) logMisconfiguration(route, status);
  return new PlatformError({ kind: "unreachable", message, status });
}

/** The body of a 410, which may name the client that had the position, and the position. */
const closed = z.object({
  client: platformId,
  name: optional(text),
  location: optional(text),
  contract_type: optional(text),
});

function namedIn(body: string): Pick<PlatformError, "clientUuid" | "position"> {
  try {
    const { client, name, location, contract_type } = closed.parse(JSON.parse(body));
    const position =
      name === undefined ? undefined : { name, location, contractType: contract_type };
    return { clientUuid: client, ...(position && { position }) };
  } catch {
    return {};
  }
}

function parse<S extends z.ZodType>(schema: S, json: unknown, route: string): z.output<S> {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const breaches = result.error.issues.map(
    (issue) => `${issue.path.join(".") || "(the answer)"}: ${issue.message}`,
  );
  const message = `${route} breaks the contract at ${breaches.slice(0, 5).join("; ")}`;
  throw new PlatformError({ kind: "contract", message });
}
