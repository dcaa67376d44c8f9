import { PlatformError } from "../platform/errors";
import { statusOfFailure } from "./platform-failure.server";
import { RETRY_AFTER } from "./screens.server";

/**
 * The answer of a file that programs read, when the platform fails: a status and no text.
 *
 * @throws what is no failure of the platform
 */
export function fileFailure(error: unknown): Response {
  if (!(error instanceof PlatformError)) throw error;
  const headers: HeadersInit = error.isGone ? {} : { "Retry-After": RETRY_AFTER };
  return new Response(null, { status: statusOfFailure(error), headers });
}
