import { PlatformError, type PlatformErrorKind } from "../platform/errors";

/** The `Retry-After` of refusals and failures, in seconds. */
export const RETRY_AFTER = "60";

const FAILURES: Record<PlatformErrorKind, { status: number; isLogged: boolean }> = {
  "not-found": { status: 404, isLogged: false },
  closed: { status: 410, isLogged: false },
  gone: { status: 410, isLogged: false },
  unavailable: { status: 503, isLogged: false },
  "too-often": { status: 429, isLogged: false },
  timeout: { status: 504, isLogged: true },
  unreachable: { status: 502, isLogged: true },
  contract: { status: 502, isLogged: true },
};

/** Returns the HTTP status for an error. Logs errors that concern the operator. */
export function failureStatus({ kind, message }: PlatformError): number {
  const { status, isLogged } = FAILURES[kind];
  if (isLogged) console.error(message);
  return status;
}

/** Creates the response of a career site's file for a `PlatformError`. Rethrows other errors. */
export function fileErrorResponse(error: unknown): Response {
  if (!(error instanceof PlatformError)) throw error;
  const headers: HeadersInit = error.isGone ? {} : { "Retry-After": RETRY_AFTER };
  return new Response(null, { status: failureStatus(error), headers });
}
