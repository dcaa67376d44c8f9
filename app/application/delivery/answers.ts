import type { ApplyOutcome } from "../../platform/types";
import type { Receipt, Standing } from "../model/receipt";
import { forgottenAt } from "./lifecycle";
import { isUnsent, type ApplicationState, type Unsent } from "./state";

/**
 * The answer to a candidate who sends an application. `taken`: other contents were sent under its id,
 * and these must be sent under the id `successor`. `cv-gone`: its CV is not held any more.
 */
export type SubmitAnswer =
  | { outcome: "accepted"; receipt: Receipt }
  | Exclude<ApplyOutcome, { outcome: "accepted" }>
  | { outcome: "taken"; successor: string }
  | { outcome: "cv-gone" };

const STANDINGS = {
  sending: "on-its-way",
  waiting: "on-its-way",
  delivered: "delivered",
  "already-applied": "already-applied",
  failed: "undelivered",
} as const satisfies Record<Exclude<ApplicationState, Unsent>["state"], Standing>;

/** The receipt of an application; undefined if it was not sent. `RECEIPT_MS` in ms. */
export function receiptOf(
  state: ApplicationState,
  settings: { RECEIPT_MS: number },
): Receipt | undefined {
  if (isUnsent(state)) return undefined;
  const { receiptId: id, sentAt, company, positionTitle, cv, answers } = state.record;
  return {
    id,
    sentAt,
    company,
    positionTitle,
    answers,
    until: forgottenAt(state, settings),
    standing: STANDINGS[state.state],
    cv: cv && { kind: cv.kind, size: cv.size },
  };
}

/**
 * What a state means to the candidate who waits for an answer.
 *
 * @param outcome of the attempt that led to the state: the answer if the application was not accepted
 * @throws if an accepted application is in a state without a receipt, which is a bug
 */
export function answerOf(
  state: ApplicationState,
  settings: { RECEIPT_MS: number },
  outcome?: ApplyOutcome,
): SubmitAnswer {
  const receipt = receiptOf(state, settings);
  if (receipt?.standing === "already-applied") return { outcome: "already-applied" };
  if (receipt) return { outcome: "accepted", receipt };
  if (outcome && outcome.outcome !== "accepted") return outcome;
  throw new Error("An application that the platform accepted is not a sent one");
}
