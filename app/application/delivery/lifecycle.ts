import {
  contentsIn,
  isUnsent,
  type ApplicationState,
  type Contents,
  type Done,
  type Failed,
  type Sending,
  type SentRecord,
  type Unconfirmed,
  type Unsent,
  type Waiting,
} from "./state";

/*
 * The life of an application (design, section 6; drawn in docs/decisions/0012):
 *
 * draft → sending → delivered | refused | waiting | failed | unconfirmed | already-applied;
 * waiting → sending.
 *
 * What becomes of it after an attempt is in `after-attempt.ts`. Everything in both is pure: a state
 * and what has happened make the next state, and `dueAt` says when the alarm looks at it again. Times
 * are in ms since 1970, durations in ms.
 */

/** The variables of the configuration that decide; durations in ms. */
export interface DeliverySettings {
  HOLD_MS: number;
  RECEIPT_MS: number;
  APPLY_TIMEOUT_MS: number;
  READ_TIMEOUT_MS: number;
  RETRY_FIRST_MS: number;
  RETRY_MOST_MS: number;
  DELIVER_FOR_MS: number;
  KEEP_FAILED_MS: number;
  DELIVER_LATER: "on" | "off";
  RETRY_AMBIGUOUS: "on" | "off";
}

/** A new application of a position. */
export function draft(positionUuid: string): Unsent {
  return { state: "draft", positionUuid };
}

/** What waiting and sending share: an application that was sent, and is not delivered. */
type Undelivered = Omit<Waiting, "state" | "nextAt">;

/** The first attempt begins. The candidate waits for its answer. */
export function firstAttempt(
  before: ApplicationState,
  contents: Contents,
  record: SentRecord,
): Sending {
  const lostAt = isUnsent(before) ? before.lostAt : undefined;
  const isCorrection = isReturned(before);
  return {
    state: "sending",
    positionUuid: before.positionUuid,
    // A form that was given back does not say once more where its candidate came from.
    contents: isCorrection ? { ...sourceIn(before), ...contents } : contents,
    record,
    attempts: 1,
    // What was refused may have arrived all the same, and then a repeat gets 409.
    answerLost: before.state === "failed" ? before.kept?.answerLost === true : lostAt !== undefined,
    ...(lostAt !== undefined && { lostAt }),
    wasRefused: false,
    startedAt: record.sentAt,
    ...(isCorrection && { isCorrection }),
  };
}

/** Whether the candidate has to correct it: it was refused, or one of its files was lost. */
export const isReturned = (state: ApplicationState): state is Failed =>
  state.state === "failed" && (state.reason === "refused" || state.reason === "file-lost");

const sourceIn = (state: ApplicationState): Pick<Contents, "source"> => {
  const source = contentsIn(state)?.source;
  return source === undefined ? {} : { source };
};

/** A later attempt begins; undefined if one is under way, or nothing is left to send. */
export function nextAttempt(state: ApplicationState, now: number): Sending | undefined {
  if (state.state === "waiting") return again(state, now);
  if ((state.state !== "failed" && state.state !== "unconfirmed") || !state.kept) return undefined;
  const { positionUuid, record, kept } = state;
  // An operator or the candidate asked for it, so one refusal is forgiven again.
  const pending = { positionUuid, record, ...kept, wasRefused: false };
  return again(state.state === "failed" ? pending : { ...pending, isUnconfirmed: true }, now);
}

const again = (pending: Undelivered, now: number): Sending => ({
  ...pending,
  state: "sending",
  attempts: pending.attempts + 1,
  startedAt: now,
});

/** What `onSubmit` looks at in a submitted form. */
interface Submitted {
  /** Salted, of the fields and the files. */
  digest: string;
  /** Whether it is the form of a refused application, which was given back to be corrected. */
  isCorrection?: boolean;
  /** Whether the Worker submits it once more by itself, where what may have arrived is not repeated. */
  isRepeat?: boolean;
  /**
   * No file; such as are held; one that was sent before, stored still or not; or a missing one, whatever
   * the others are.
   */
  files: "none" | "held" | "sent" | "gone";
}

/**
 * What becomes of a submitted form. `first`: it is sent for the first time, in place of a refused
 * application if it corrects one. `again`: it failed, and is sent again. `joins`: a repeat, which waits
 * for the attempt under way. `answered`: a repeat, which gets the same answer. `taken`: the application
 * was sent with other contents. `cv-gone`: a file of it is missing. `cut`: its attempt was cut off, and only
 * its candidate may have it made again.
 *
 * @param underWay digest of what is being sent at this moment
 */
export function onSubmit(
  state: ApplicationState,
  { digest, files, isCorrection = false, isRepeat = false }: Submitted,
  underWay?: string,
): "first" | "again" | "joins" | "answered" | "taken" | "cv-gone" | "cut" {
  // The next person at the same screen must not send the last one's files.
  const other = files === "sent" ? "cv-gone" : "taken";
  const first = files === "sent" ? "cv-gone" : "first";
  if (files === "gone") return "cv-gone";
  if (underWay !== undefined) return underWay === digest ? "joins" : other;
  if (isUnsent(state)) return isRepeat && state.lostAt !== undefined ? "cut" : first;
  const isSame = state.record.digest === digest;
  if (isCorrection && isReturned(state) && !(isRepeat && isSame)) {
    // Its contents are kept, its files too.
    return state.kept ? "first" : first;
  }
  if (!isSame) return other;
  // The lost file has come again, though nothing marks the form as a correction.
  if (isReturned(state) && state.reason === "file-lost" && files === "held") return first;
  // What may have arrived is not repeated where that is switched off: an operator decides.
  const isLost = state.state === "failed" && state.reason === "answer-lost";
  if (state.state !== "failed" || isLost || isRepeat) return "answered";
  return state.kept ? "again" : first;
}

/**
 * An operator gives the application up: only its record is kept, for the receipt. One that is
 * unconfirmed stays unconfirmed.
 */
export function dropped(state: Failed | Waiting | Unconfirmed, now: number): Failed | Unconfirmed {
  if (state.state === "unconfirmed") return withoutContents(state);
  const { positionUuid, record } = state;
  const reason = "dropped";
  return { state: "failed", positionUuid, record, reason, failedAt: now, keepUntil: now };
}

/** A failed or an unconfirmed application whose contents have been kept for long enough. */
export function withoutContents<State extends Failed | Unconfirmed>(state: State): State {
  return { ...state, kept: undefined };
}

/**
 * When the alarm looks at a state again.
 *
 * @param touchedAt when a candidate last wrote to the application
 */
export function dueAt(
  state: ApplicationState,
  touchedAt: number,
  settings: DeliverySettings,
): number {
  switch (state.state) {
    case "draft":
    case "refused":
      return touchedAt + settings.HOLD_MS;
    case "sending":
      // An attempt may read the position and then applies; if it takes longer, it was cut off.
      return state.startedAt + settings.READ_TIMEOUT_MS + settings.APPLY_TIMEOUT_MS;
    case "waiting":
      return state.nextAt;
    case "failed":
    case "unconfirmed":
      return state.kept ? state.keepUntil : forgottenAt(state, settings);
    case "delivered":
    case "already-applied":
      return forgottenAt(state, settings);
  }
}

/** When the receipt runs out, and all that is left of the application is deleted. */
export function forgottenAt(
  { record }: Pick<Done, "record">,
  { RECEIPT_MS }: Pick<DeliverySettings, "RECEIPT_MS">,
): number {
  return record.sentAt + RECEIPT_MS;
}
