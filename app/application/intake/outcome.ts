import type { ApplyResult } from "../model/application";
import { RATE_LIMIT_RETRY_AFTER } from "../model/limits";

/** The HTTP status for the result of an attempt to apply (design, section 5). */
export function responseStatus(result: ApplyResult): number {
  switch (result.outcome) {
    case "applied":
      return 200;
    case "already-applied":
      return 409;
    case "invalid":
      return 422;
    case "failed":
      return result.status;
  }
}

/** The headers for a result: `Retry-After` if the visitor has applied too often. */
export const responseHeaders = (result: ApplyResult): Record<string, string> =>
  responseStatus(result) === 429 ? { "Retry-After": RATE_LIMIT_RETRY_AFTER } : {};

/** Whether an action's data says that the application was not accepted. */
export const isRefused = (posted: unknown): boolean => {
  const { result } = (posted ?? {}) as { result?: ApplyResult }; // all that actions answer
  return result?.outcome === "invalid" || result?.outcome === "failed";
};
