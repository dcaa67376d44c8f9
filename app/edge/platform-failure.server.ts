import type { PlatformError, PlatformErrorKind } from "../platform/errors";

/**
 * How a visitor is answered when the platform fails (design, section 5). What is gone, a
 * platform in maintenance, and who asks too often, is nobody's fault; everything else is logged, for somebody to look into.
 */
const ANSWERS: Record<PlatformErrorKind, { status: number; isLogged: boolean }> = {
  "not-found": { status: 404, isLogged: false },
  closed: { status: 410, isLogged: false },
  unavailable: { status: 503, isLogged: false },
  "too-often": { status: 429, isLogged: false },
  timeout: { status: 504, isLogged: true },
  unreachable: { status: 502, isLogged: true },
  contract: { status: 502, isLogged: true },
};

/**
 * The HTTP status to answer with when the platform fails. Logs the failure if it is somebody's
 * fault.
 */
export function statusOfFailure({ kind, message }: PlatformError): number {
  const { status, isLogged } = ANSWERS[kind];
  if (isLogged) console.error(message);
  return status;
}
