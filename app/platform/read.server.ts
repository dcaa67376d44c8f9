import { z } from "zod";
import { discard } from "../../contract/http";
import { ANSWER_MOST, REFUSAL_MOST } from "../../contract/limits";
import { Position } from "../../contract/position";
import { readTolerantly } from "../../contract/read";

import { logMisconfiguration, type PlatformConnection } from "./connection.server";
import { SizedMap } from "../runtime/sized-map";
import { DeadlinePassed, within } from "../runtime/deadline.server";
import { PlatformError } from "./errors";
import { textWithin } from "../runtime/streams.server";

/** Statuses of transient failures, worth one retry. */
const passing = new Set([502, 503, 504]);

/** A response, or the error instead of one. */
type Answer = GivenAnswer | { lost: unknown };

interface GivenAnswer {
  status: number;
  /** Undefined if over the limit. */
  body: string | undefined;
}

export interface ReadRequest<T> {
  address: string;
  /** Method and route pattern, for errors and the log. */
  route: string;
  /** Parses the answer's JSON. Throws `z.ZodError` if it breaks the contract. */
  parse: (answer: unknown) => T;
}

/** An answer's text and its parsed value. */
interface ReadBefore {
  body: string;
  value: unknown;
}

/** Size limit of the previous answers: texts and parsed values. */
const MOST_BYTES = 12 * 1024 * 1024;

/** Estimated memory per character of an answer, in its text and its parsed value. */
const CHARACTER_BYTES = 4;

/**
 * Creates the reader of one platform. An answer identical to the previous one is not parsed again: callers
 * get the same object, and must not change it.
 */
export function createReader(connection: PlatformConnection) {
  const before = new SizedMap<ReadBefore>(MOST_BYTES, ({ body }) => body.length * CHARACTER_BYTES);

  /**
   * GETs and parses an address within `connection.readTimeoutMs`, with one retry after a transient failure.
   * An address must always be parsed the same way.
   *
   * @throws PlatformError
   */
  return async function read<T>(request: ReadRequest<T>): Promise<T> {
    const { address, route, parse } = request;
    const { status, body } = goodAnswer(await answerTo(connection, request), route);
    const last = before.get(address);
    if (last?.body === body) return last.value as T; // the address names the call, and so its type
    const value = parsed(parse, jsonOf(body, status, route), route);
    before.put(address, { body, value });
    return value;
  };
}

/** GETs an address, with one retry after a transient failure. */
const answerTo = (
  connection: PlatformConnection,
  { address, route }: Pick<ReadRequest<unknown>, "address" | "route">,
): Promise<Answer> =>
  within(connection.readTimeoutMs, async (signal) => {
    const first = await ask(connection, address, signal);
    const worthAnother = "lost" in first || passing.has(first.status);
    return worthAnother && !signal.aborted ? ask(connection, address, signal) : first;
  }).catch((error: unknown) => {
    if (!(error instanceof DeadlinePassed)) throw error;
    throw new PlatformError({ kind: "timeout", message: `${route} took too long` });
  });

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
    const { ok, status } = response;
    if (ok || status === 410) {
      const most = ok ? ANSWER_MOST.bytes : REFUSAL_MOST.bytes;
      return { status, body: await textWithin(response, most, signal) };
    }
    await discard(response);
    return { status, body: "" };
  } catch (error) {
    return { lost: error };
  }
}

function goodAnswer(answer: Answer, route: string) {
  if ("lost" in answer) {
    const message = `${route} got no answer`;
    throw new PlatformError({ kind: "unreachable", message }, { cause: answer.lost });
  }
  const { status, body } = answer;
  if (status < 200 || status > 299) throw errorOf(answer, route);
  if (body !== undefined) return { status, body };
  const message = `${route} answered more than ${ANSWER_MOST.bytes / 1024 / 1024} MB`;
  throw new PlatformError({ kind: "contract", message, status });
}

function jsonOf(body: string, status: number, route: string): unknown {
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

function errorOf({ status, body }: GivenAnswer, route: string): PlatformError {
  const message = `${route} answered ${status}`;
  if (status === 404) return new PlatformError({ kind: "not-found", message, status });
  if (status === 410) {
    return new PlatformError({ kind: "closed", message, status, ...namedIn(body ?? "") });
  }
  if (status === 503) return new PlatformError({ kind: "unavailable", message, status });
  if (status < 500) logMisconfiguration(route, status);
  return new PlatformError({ kind: "unreachable", message, status });
}

/** The body of a 410, which may name the position and its client. */
const Closed = Position.pick({
  client: true,
  name: true,
  location: true,
  contract_type: true,
}).partial({ name: true });

function namedIn(body: string): Pick<PlatformError, "clientUuid" | "position"> {
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

function parsed<T>(parse: ReadRequest<T>["parse"], json: unknown, route: string): T {
  try {
    return parse(json);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const breaches = error.issues.map(
      (issue) => `${issue.path.join(".") || "(the answer)"}: ${issue.message}`,
    );
    const message = `${route} breaks the contract at ${breaches.slice(0, 5).join("; ")}`;
    throw new PlatformError({ kind: "contract", message });
  }
}
