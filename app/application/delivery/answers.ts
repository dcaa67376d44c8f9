import { receiptNumber, type Receipt, type Standing } from "../model/receipt";
import type { AttemptOutcome } from "./attempt.server";
import { forgottenAt } from "./lifecycle";
import { isGivenBack, refusalOf } from "./given-back";
import { contentsIn, isUnsent, type ApplicationState, type Unsent } from "./state";

/** The outcomes of an attempt after which the application counts as received. */
interface Received {
  outcome: "accepted" | "unconfirmed";
}

/**
 * The answer to a candidate who sends an application. `taken`: other contents were sent under its id,
 * and these must be sent under the id `successor`. `cv-gone`: files of these fields are not held any more,
 * or are damaged.
 */
export type SubmitAnswer =
  | { outcome: "accepted"; receipt: Receipt }
  | Exclude<AttemptOutcome, Received>
  | { outcome: "taken"; successor: string }
  | { outcome: "cv-gone"; fields: string[]; isDamaged?: never };

const STANDINGS = {
  sending: "on-its-way",
  waiting: "on-its-way",
  delivered: "delivered",
  unconfirmed: "unconfirmed",
  "already-applied": "already-applied",
  failed: "undelivered",
} as const satisfies Record<Exclude<ApplicationState, Unsent>["state"], Standing>;

/** While an operator sends an unconfirmed application once more, it stays unconfirmed. */
const standingOf = (state: Exclude<ApplicationState, Unsent>): Standing =>
  state.state === "sending" && state.isUnconfirmed ? "unconfirmed" : STANDINGS[state.state];

/** The receipt of an application; undefined if it was not sent. `RECEIPT_MS` in ms. */
export function receiptOf(
  state: ApplicationState,
  settings: { RECEIPT_MS: number },
): Receipt | undefined {
  if (isUnsent(state)) return undefined;
  const { receiptId: id, sentAt, company, positionTitle, cv, files, labels } = state.record;
  const standing = standingOf(state);
  return {
    id,
    sentAt,
    company,
    positionTitle,
    labels,
    until: forgottenAt(state, settings),
    standing,
    cv: cv && { kind: cv.kind, size: cv.size },
    files: files?.map(({ field, kind, size }) => ({ field, kind, size })),
    refusal: refusalOf(state),
    ...(standing === "unconfirmed" && contentsIn(state) && { isLookedInto: true }),
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
  outcome?: AttemptOutcome,
): SubmitAnswer {
  if (outcome && !isReceived(outcome) && isGivenBack(state)) return outcome;
  const receipt = receiptOf(state, settings);
  if (receipt?.standing === "already-applied") return { outcome: "already-applied" };
  if (receipt) return { outcome: "accepted", receipt };
  // Whether it has arrived is not known: the candidate is to send it once more.
  const isOpen = outcome?.outcome === "already-applied" && "lostAt" in state;
  if (isOpen) return { outcome: "unreachable", status: 409 };
  if (outcome && !isReceived(outcome)) return outcome;
  throw new Error("An application that the platform accepted is not a sent one");
}

const isReceived = (outcome: AttemptOutcome): outcome is Received =>
  outcome.outcome === "accepted" || outcome.outcome === "unconfirmed";

/** A line of the log about what waits for an operator; undefined if nothing does. */
export function operatorLine(state: ApplicationState): string | undefined {
  if (!("kept" in state) || !state.kept) return undefined;
  const { attempts, lastStatus } = state.kept;
  const what =
    state.state === "failed" ? `could not be delivered (${state.reason})` : "is unconfirmed";
  return (
    `Application ${receiptNumber(state.record.receiptId)} ${what} after ${attempts} ` +
    `${attempts === 1 ? "attempt" : "attempts"}; last answer: ${lastStatus ?? "none"}. ` +
    `It is kept until ${new Date(state.keepUntil).toISOString()}: npm run applications`
  );
}
