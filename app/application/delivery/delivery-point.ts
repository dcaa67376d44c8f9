import { sourceName, type Point } from "~/app/metrics/point";
import { readSource } from "~/app/candidate-source";
import { isUnsent, type ApplicationState, type Sending } from "./state";

/** @param now ms since 1970 */
export function createDeliveryPoint(
  { attempts, record, positionUuid, contents }: Sending,
  next: ApplicationState,
  now: number,
): Point {
  return {
    event: "delivery",
    subject: attempts === 1 ? "at-once" : "later",
    outcome: pointOutcome(next, attempts),
    position: positionUuid,
    client: contents.clientUuid,
    source: sourceName(readSource({ get: (name) => contents.source?.[name] })),
    ms: Math.max(0, now - record.sentAt),
    attempt: attempts,
  };
}

function pointOutcome(next: ApplicationState, attempts: number) {
  if (isUnsent(next)) return "returned";
  if (next.state === "sending") return "waiting";
  const isReturned = next.state === "failed" && next.reason === "refused" && attempts === 1;
  return isReturned ? "returned" : next.state;
}
