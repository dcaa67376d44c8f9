import type { ApplyResult } from "../model/application";
import { TOO_OFTEN_RETRY_AFTER } from "../model/limits";

/** The HTTP status for the result of an attempt to apply (design, section 5). */
export function statusOf(result: ApplyResult): number {
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
export const headersOf = (result: ApplyResult): Record<string, string> =>
  statusOf(result) === 429 ? { "Retry-After": TOO_OFTEN_RETRY_AFTER } : {};

/** Whether an action's data says that the application was not accepted. */
export const isRefused = (posted: unknown): boolean => {
  const { result } = (posted ?? {}) as { result?: ApplyResult }; // all that actions answer
  return result?.outcome === "invalid" || result?.outcome === "failed";
};
