import type { ApplyResult } from "../model/application";
import { RATE_LIMIT_RETRY_AFTER } from "../model/limits";

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

export const responseHeaders = (result: ApplyResult): Record<string, string> =>
  responseStatus(result) === 429 ? { "Retry-After": RATE_LIMIT_RETRY_AFTER } : {};

/** Whether an action's data has an invalid or failed result. */
export const isRefused = (posted: unknown): boolean => {
  const { result } = (posted ?? {}) as { result?: ApplyResult }; // the shape of all action data
  return result?.outcome === "invalid" || result?.outcome === "failed";
};
