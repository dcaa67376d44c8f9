import { formatReceiptHeader, HEADER_VALUE } from "~/contract/application";
import { cancelBody, isHtml } from "~/contract/http";
import { REFUSAL_LIMITS } from "~/contract/limits";
import { HEADERS, type Suspicion } from "~/contract/lists";
import {
  buildUrl,
  logMisconfiguration,
  reportCall,
  type PlatformConnection,
} from "~/app/platform/connection.server";
import { DeadlinePassed, withTimeout } from "~/app/runtime/deadline.server";
import { encodeMultipart, multipartBody, type StreamableFile } from "./multipart-writer.server";
import type { ApplyOutcome } from "./attempt-outcome";
import { parseRefusalMessages } from "./refusal.server";
import { readText } from "~/app/runtime/streams.server";

const route = "POST /hiring/{clientRef}/positions/{positionId}/apply";

export interface ApplyAttempt {
  clientRef: string;
  positionId: string;
  /** The form's fields in order, without the CSRF token. */
  fields: readonly (readonly [name: string, value: string])[];
  /** Files, sent one after another after the fields. */
  files?: readonly { name: string; content: StreamableFile }[];
  csrfToken?: string;
  /** The same on every attempt. */
  idempotencyKey: string;
  /** BCP 47 tag of the candidate's page. */
  language?: string | undefined;
  /** The candidate's receipt. `until` is in ms since 1970. */
  receipt?: { id: string; until: number };
  suspicions?: readonly Suspicion[];
  signal?: AbortSignal;
}

/** Statuses that indicate a wrong configuration, regardless of the body. */
const misconfiguredStatuses = new Set([401, 403, 404, 405]);

/** Statuses to retry, regardless of the body. */
const retryableStatuses = new Set([408, 421, 423, 425, 429]);

/**
 * Sends an application once, within `connection.applyTimeoutMs`. Never throws, because every failure is an
 * outcome.
 */
export const apply = (
  connection: PlatformConnection,
  attempt: ApplyAttempt,
): Promise<ApplyOutcome> =>
  reportCall(
    connection,
    { call: "apply", id: attempt.positionId, clientRef: attempt.clientRef },
    () => applyWithTimeout(connection, attempt),
    (result) => ({
      outcome: "isTimeout" in result ? "timeout" : result.outcome,
      status: "status" in result ? result.status : undefined,
    }),
  );

async function applyWithTimeout(
  connection: PlatformConnection,
  attempt: ApplyAttempt,
): Promise<ApplyOutcome> {
  const success = { isEarly: false };
  const work = async (signal: AbortSignal) => {
    const { response: pending, whenSent } = send(connection, attempt, signal);
    const response = await pending;
    checkIdempotencyKey(response, attempt.idempotencyKey);
    // A platform that responds before it has read the body may lose the rest.
    success.isEarly = response.ok;
    if (response.ok) await whenSent;
    success.isEarly = false;
    return readOutcome(response, signal);
  };
  try {
    return await withTimeout(connection.applyTimeoutMs, work, attempt.signal);
  } catch (error) {
    const { isEarly } = success;
    if (isEarly) console.error(`${route} answered before it had read the whole body`);
    return {
      outcome: "unreachable",
      ...(error instanceof DeadlinePassed && { isTimeout: true }),
      ...(isEarly && { isEarly: true as const }),
    };
  }
}

/**
 * Rejects a response with another key: it belongs to another request on the same connection. workerd cannot
 * use a separate connection for each call.
 */
function checkIdempotencyKey({ headers }: Response, key: string): void {
  const returned = headers.get(HEADERS.idempotencyKey);
  if (returned === null || returned === key) return;
  console.error(`${route} returned the response to another application`);
  throw new Error("Response to another application");
}

function send(connection: PlatformConnection, attempt: ApplyAttempt, signal: AbortSignal) {
  const { clientRef, positionId, csrfToken, files = [], suspicions = [] } = attempt;
  const { language, receipt } = attempt;
  const { fetch, apiKey, apiKeyHeader } = connection;
  const encoded = encodeMultipart({
    fields: csrfToken ? [...attempt.fields, ["csrf_access_token", csrfToken]] : attempt.fields,
    files,
  });
  const { body, whenSent } = multipartBody(encoded);
  const init = {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": encoded.contentType,
      [HEADERS.idempotencyKey]: attempt.idempotencyKey,
      [apiKeyHeader]: apiKey,
      ...(language !== undefined && { "Accept-Language": language }),
      ...(receipt && { [HEADERS.receipt]: formatReceiptHeader(receipt.id, receipt.until) }),
      ...(csrfToken && HEADER_VALUE.test(csrfToken) && { [HEADERS.csrfToken]: csrfToken }),
      ...(suspicions.length > 0 && { [HEADERS.suspect]: suspicions.join(", ") }),
    },
    body,
    redirect: "manual" as const,
    signal,
    // Node's `fetch` requires `duplex` for a stream body. workerd ignores it.
    duplex: "half",
  };
  const url = buildUrl(connection, "hiring", clientRef, "positions", positionId, "apply");
  return { response: fetch(url, init), whenSent };
}

/**
 * Maps a response to an outcome. An error body that is too large or incomplete counts as empty. The body of a
 * success is never read.
 */
async function readOutcome(response: Response, signal: AbortSignal): Promise<ApplyOutcome> {
  const { status } = response;
  if (response.ok) {
    await cancelBody(response);
    return isHtml(response) ? { outcome: "unverified", status } : { outcome: "accepted" };
  }
  const retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
  const retryAfter = retryAfterMs === undefined ? {} : { retryAfterMs };
  const unreachable = { outcome: "unreachable" as const, status, ...retryAfter };
  if (status < 400 || misconfiguredStatuses.has(status)) {
    logMisconfiguration(route, status);
    await cancelBody(response);
    return unreachable;
  }
  if (retryableStatuses.has(status)) {
    await cancelBody(response);
    return unreachable;
  }
  const body = await readText(response, REFUSAL_LIMITS.bytes, signal).catch(() => undefined);
  const { detail, message, errors } = parseRefusalMessages(body ?? "");
  const optionalMessage = message === undefined ? {} : { message };
  if (status === 409) return { outcome: "already-applied", ...optionalMessage };
  if (status >= 500 && detail === undefined) return unreachable;
  return {
    outcome: "refused",
    status,
    ...optionalMessage,
    ...(errors && { errors }),
    ...retryAfter,
  };
}

/** Parses `Retry-After` (RFC 9110, section 10.2.3) into ms. Returns undefined if it is invalid. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  // HTTP dates begin with a weekday. `Date.parse` alone accepts many other formats.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
