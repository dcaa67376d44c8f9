import { storedSourceName, type Point } from "../../metrics/point";
import type { ApplicationState, Sending } from "./state";

/**
 * How an attempt is counted: what it made of the application, and how long that is after it was sent.
 * One that goes back to its candidate is `given-back`, whatever is kept of it.
 *
 * @param now ms since 1970
 */
export function deliveryPoint(
  { attempts, record, positionUuid, contents }: Sending,
  next: ApplicationState,
  now: number,
): Point {
  return {
    event: "delivery",
    subject: attempts === 1 ? "at-once" : "later",
    outcome: outcomeOf(next, attempts),
    position: positionUuid,
    client: contents.clientUuid,
    source: storedSourceName(contents.source),
    ms: Math.max(0, now - record.sentAt),
    attempt: attempts,
  };
}

function outcomeOf(next: ApplicationState, attempts: number) {
  switch (next.state) {
    case "draft":
    case "refused":
      return "given-back";
    case "sending":
      return "waiting";
    case "failed":
      return attempts === 1 && next.reason === "refused" ? "given-back" : "failed";
    default:
      return next.state;
  }
}
