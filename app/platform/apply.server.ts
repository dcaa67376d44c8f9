import type { FieldError } from "../../contract/application";
import { discard, isHtml } from "../../contract/http";
import { REFUSAL_MOST } from "../../contract/limits";
import { HEADERS, type Suspicion } from "../../contract/lists";
import { addressOf, logMisconfiguration, type PlatformConnection } from "./connection.server";
import { DeadlinePassed, within } from "../runtime/deadline.server";
import { encodeMultipart, multipartBody, type StreamableFile } from "./multipart-writer.server";
import { refusalMessage } from "./refusal.server";
import { textWithin } from "../runtime/streams.server";

const route = "POST /hiring/{clientRef}/positions/{positionId}/apply";

/** One attempt to hand an application to the platform. */
export interface ApplyAttempt {
  clientRef: string;
  positionId: string;
  /** The form's fields in the order they are sent, without the files and the CSRF token. */
  fields: readonly (readonly [name: string, value: string])[];
  /** Sent after the fields, one after the other. */
  files?: readonly { name: string; content: StreamableFile }[];
  csrfToken?: string;
  /** The application's id: the same on every attempt. */
  idempotencyKey: string;
  /** A machine may have filled in the form: a field that people do not see was filled in. */
  isSuspect?: boolean;
  /** A file has something that acts when it is opened. */
  hasActiveFile?: boolean;
  /** Gives the attempt up when it is aborted. */
  signal?: AbortSignal;
}

/**
 * What came of an attempt. After `unreachable` it is not known whether the application arrived;
 * `doubted` is a success that says it is an HTML page, as one of maintenance does. A `message` is what
 * the platform says to the candidate, as plain text; `errors` are what it says of single fields.
 * `retryAfterMs` is how long it asks us to wait.
 */
export type ApplyOutcome =
  | { outcome: "accepted" }
  | { outcome: "doubted"; status: number }
  | { outcome: "already-applied"; message?: string }
  | {
      outcome: "refused";
      status: number;
      message?: string;
      errors?: FieldError[];
      retryAfterMs?: number;
    }
  /** No `status`: there was no answer, and none in time if it is late. */
  | { outcome: "unreachable"; status?: number; retryAfterMs?: number; isLate?: true };

/**
 * Statuses that are our configuration's fault and never the candidate's, whatever the body says.
 */
const misconfigured = new Set([401, 403, 404, 405]);

/** Statuses of a platform that took nothing for now, whatever the body says: it is asked again. */
const passing = new Set([408, 421, 423, 425, 429]);

/**
 * Sends an application once, and waits for the answer no longer than `connection.applyTimeoutMs`.
 * The files are streamed and never held in memory. Never throws: every failure is an outcome.
 */
export async function apply(
  connection: PlatformConnection,
  attempt: ApplyAttempt,
): Promise<ApplyOutcome> {
  try {
    return await within(
      connection.applyTimeoutMs,
      async (signal) => outcomeOf(await send(connection, attempt, signal), signal),
      attempt.signal,
    );
  } catch (error) {
    return { outcome: "unreachable", ...(error instanceof DeadlinePassed && { isLate: true }) };
  }
}

/** What a header carries unchanged (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

function send(connection: PlatformConnection, attempt: ApplyAttempt, signal: AbortSignal) {
  const { clientRef, positionId, csrfToken, files = [] } = attempt;
  const { fetch, apiKey, apiKeyHeader } = connection;
  const encoded = encodeMultipart({
    fields: csrfToken ? [...attempt.fields, ["csrf_access_token", csrfToken]] : attempt.fields,
    files,
  });
  const suspicions: Suspicion[] = [
    ...(attempt.isSuspect ? (["honeypot"] as const) : []),
    ...(attempt.hasActiveFile ? (["active-file"] as const) : []),
  ];
  const init = {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": encoded.contentType,
      [HEADERS.idempotencyKey]: attempt.idempotencyKey,
      [apiKeyHeader]: apiKey,
      ...(csrfToken && HEADER_VALUE.test(csrfToken) && { [HEADERS.csrfToken]: csrfToken }),
      ...(suspicions.length > 0 && { [HEADERS.suspect]: suspicions.join(", ") }),
    },
    body: multipartBody(encoded),
    redirect: "manual" as const,
    signal,
    // Node's fetch requires this with a stream as the body; workerd ignores it.
    duplex: "half",
  };
  return fetch(addressOf(connection, "hiring", clientRef, "positions", positionId, "apply"), init);
}

/**
 * The outcome that an answer means (the table in the design's section 6). A refusal over the limit, or
 * one that breaks off, counts by its status alone: a 409 has no message, another 4xx is refused
 * without one, and a 5xx is unreachable. A success is never read.
 */
async function outcomeOf(response: Response, signal: AbortSignal): Promise<ApplyOutcome> {
  const { status } = response;
  if (response.ok) {
    await discard(response);
    return isHtml(response) ? { outcome: "doubted", status } : { outcome: "accepted" };
  }
  const retryAfterMs = retryAfter(response.headers.get("Retry-After"), Date.now());
  const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
  const unreachable = { outcome: "unreachable" as const, status, ...asked };
  if (status < 400 || misconfigured.has(status)) {
    logMisconfiguration(route, status);
    await discard(response);
    return unreachable;
  }
  if (passing.has(status)) {
    await discard(response);
    return unreachable;
  }
  const body = await textWithin(response, REFUSAL_MOST.bytes, signal).catch(() => undefined);
  const { detail, message, errors } = refusalMessage(body ?? "");
  const said = message === undefined ? {} : { message };
  if (status === 409) return { outcome: "already-applied", ...said };
  if (status >= 500 && detail === undefined) return unreachable;
  return { outcome: "refused", status, ...said, ...(errors && { errors }), ...asked };
}

/**
 * How long a `Retry-After` asks to wait, in ms: seconds or a date (RFC 9110, section 10.2.3);
 * undefined for anything else.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  // A date begins with the day's name; `Date.parse` alone would take much else.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
