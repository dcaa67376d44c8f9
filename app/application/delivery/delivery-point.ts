import { storedSourceName, type Point } from "../../metrics/point";
import type { ApplicationState, Sending } from "./state";

/**
 * How an attempt is counted: what it made of the application, and how long that is after it was sent.
 * One that goes back to its candidate is `refused`, whatever is kept of it.
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
    status: statusIn(next),
  };
}

function outcomeOf(next: ApplicationState, attempts: number) {
  switch (next.state) {
    case "draft":
    case "refused":
      return "refused";
    case "sending":
      return "waiting";
    case "failed":
      return attempts === 1 && next.reason === "refused" ? "refused" : "failed";
    default:
      return next.state;
  }
}

/** The platform's last answer, of what is not delivered. */
function statusIn(next: ApplicationState): number | undefined {
  if ("kept" in next) return next.kept?.lastStatus;
  return "lastStatus" in next ? next.lastStatus : undefined;
}
