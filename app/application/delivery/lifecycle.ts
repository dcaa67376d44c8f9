import {
  isReturned,
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
 * The life of an application (docs/decisions/0012):
 *
 * draft → sending → delivered | already-applied | refused | waiting | failed | unconfirmed;
 * refused | waiting | failed | unconfirmed → sending; waiting → failed; failed → waiting;
 * draft | refused | failed → waiting, if the form is left to the alarm.
 * The functions are pure. `after-attempt.ts` returns the state after an attempt. Times are in ms since 1970,
 * durations in ms.
 */

export interface DeliverySettings {
  HOLD_MS: number;
  RECEIPT_MS: number;
  APPLY_TIMEOUT_MS: number;
  READ_TIMEOUT_MS: number;
  RETRY_FIRST_MS: number;
  RETRY_MAX_MS: number;
  DELIVER_FOR_MS: number;
  KEEP_FAILED_MS: number;
  DELIVER_LATER: "on" | "off";
  RETRY_AMBIGUOUS: "on" | "off";
}

export function createDraft(positionUuid: string): Unsent {
  return { state: "draft", positionUuid, files: [] };
}

/**
 * Starts the first attempt of a form or a correction. The candidate waits for the result.
 *
 * @param ownKey idempotency key for this form, if another form may have arrived under the application's id
 */
export function startFirstAttempt(
  before: ApplicationState,
  contents: Contents,
  record: SentRecord,
  ownKey: string,
): Sending {
  const lostAt = isUnsent(before) ? before.lostAt : undefined;
  const lostDigest = findLostDigest(before);
  const isChanged = lostDigest !== undefined && lostDigest !== record.digest;
  const isCorrection = isReturned(before);
  // A corrected form does not contain the source.
  const source = contents.source ?? (isCorrection ? before.kept?.contents.source : undefined);
  return {
    state: "sending",
    positionUuid: before.positionUuid,
    contents: { ...contents, ...(source && { source }), ...(isChanged && { ownKey }) },
    record: lostDigest === undefined ? record : { ...record, lostDigest },
    attempts: 1,
    // The platform may have stored a form whose response was lost. It then returns 409 for the repeat.
    answerLost: before.state === "failed" ? before.kept?.answerLost === true : lostAt !== undefined,
    ...(lostAt !== undefined && { lostAt }),
    wasRefused: false,
    startedAt: record.sentAt,
    ...(isCorrection && { isCorrection }),
  };
}

/**
 * Leaves the first attempt to the alarm, because the platform does not respond and the candidate should not
 * wait. The alarm's attempt then counts as a later attempt: its refusal appears on the receipt.
 */
export function leaveToAlarm(first: Sending, now: number): Waiting {
  const { startedAt: _, lostAt: __, ...pending } = first;
  return { ...pending, state: "waiting", nextAt: now };
}

/** Returns the digest of the form that may have arrived under the application's id. */
function findLostDigest(state: ApplicationState): string | undefined {
  if (isUnsent(state)) return state.lostDigest;
  const { lostDigest, digest } = state.record;
  // Without contents, assume a lost response: its record was deleted with them.
  const mayHaveArrived = "kept" in state && state.kept?.answerLost !== false;
  return lostDigest ?? (mayHaveArrived ? digest : undefined);
}

/** Starts a later attempt. @returns undefined during an attempt, or if no sent contents are stored */
export function startNextAttempt(state: ApplicationState, now: number): Sending | undefined {
  if (state.state === "waiting") return retry(state, now);
  if ((state.state !== "failed" && state.state !== "unconfirmed") || !state.kept) return undefined;
  const { positionUuid, record, kept } = state;
  // An operator or the candidate requested this attempt, so the next refusal is not final.
  const pending = { positionUuid, record, ...kept, wasRefused: false };
  return retry(state.state === "failed" ? pending : { ...pending, isUnconfirmed: true }, now);
}

const retry = (pending: Omit<Waiting, "state" | "nextAt">, now: number): Sending => ({
  ...pending,
  state: "sending",
  attempts: pending.attempts + 1,
  startedAt: now,
});

/**
 * Makes an application due now, for an operator's "send all".
 * @returns undefined if the application is being sent, is unconfirmed, is damaged or has no contents
 */
export function makeDue(state: ApplicationState, now: number): Waiting | undefined {
  if (state.state === "waiting") return { ...state, nextAt: Math.min(state.nextAt, now) };
  if (state.state !== "failed" || !state.kept || isDamaged(state)) return undefined;
  const { positionUuid, record, kept } = state;
  return { state: "waiting", positionUuid, record, ...kept, wasRefused: false, nextAt: now };
}

const isDamaged = ({ reason }: Failed) => reason === "file-lost" || reason === "form-damaged";

interface Submitted {
  digest: string;
  isCorrection: boolean;
  /** Whether the Worker submits the form again while `RETRY_AMBIGUOUS` is off. */
  isRepeat: boolean;
  /** The worst status of the form's files. A `sent` file may have been deleted. */
  files: "none" | "held" | "sent" | "gone";
}

/**
 * Decides what to do with a submitted form.
 *
 * - `first`: start a first attempt.
 * - `again`: start a later attempt of a failed application.
 * - `waits`: wait for the running attempt of the same form.
 * - `answered`: a repeat; return the result for the current state.
 * - `taken`: other contents were sent under this id.
 * - `file-gone`: a file was deleted, or was sent with other contents.
 * - `cut`: an earlier response was lost, and only the candidate may repeat the form.
 *
 * @param underWay digest of the running attempt
 */
export function onSubmit(
  state: ApplicationState,
  { digest, files, isCorrection, isRepeat }: Submitted,
  underWay?: string,
): "first" | "again" | "waits" | "answered" | "taken" | "file-gone" | "cut" {
  // The next candidate on a shared computer must not send the previous candidate's files.
  const other = files === "sent" ? "file-gone" : "taken";
  const firstOrGone = files === "sent" ? "file-gone" : "first";
  if (files === "gone") return "file-gone";
  if (underWay !== undefined) return underWay === digest ? "waits" : other;
  if (isUnsent(state)) return isRepeat && state.lostAt !== undefined ? "cut" : firstOrGone;
  const isSame = state.record.digest === digest;
  if (isCorrection && isReturned(state) && !(isRepeat && isSame)) {
    // The files are stored as long as `state.kept` is.
    return state.kept ? "first" : firstOrGone;
  }
  if (!isSame) return other;
  // A form that includes the lost file again is a correction, even if not marked as one.
  if (isReturned(state) && state.reason === "file-lost" && files === "held") return firstOrGone;
  if (isReturned(state) && state.reason === "form-damaged" && state.kept) return "first";
  // Only an operator may resend an application whose response was lost.
  const isLost = state.state === "failed" && state.reason === "answer-lost";
  if (state.state !== "failed" || isLost || isRepeat) return "answered";
  return state.kept ? "again" : firstOrGone;
}

/** Gives up an application and drops its contents. An unconfirmed application stays unconfirmed. */
export function giveUp(state: Failed | Waiting | Unconfirmed, now: number): Failed | Unconfirmed {
  if (state.state === "unconfirmed") return withoutContents(state);
  const { positionUuid, record } = state;
  const times = { failedAt: now, keepUntil: now };
  return { state: "failed", positionUuid, record, reason: "dropped", ...times };
}

export function withoutContents<State extends Failed | Unconfirmed>(state: State): State {
  return { ...state, kept: undefined };
}

/**
 * Deletes the files of a form that the candidate has left. Remembers a form whose response was lost as
 * long as a receipt is stored, because another form under the same id needs a different key.
 * @returns undefined if nothing needs to be remembered
 */
export const forgetFiles = (state: Unsent): Unsent | undefined =>
  state.lostDigest === undefined || isMemory(state) ? undefined : { ...state, files: [] };

const isMemory = ({ files, lostDigest }: Unsent) => files.length === 0 && lostDigest !== undefined;

/** Returns the alarm time for a state. @param touchedAt time of the candidate's last change */
export function alarmTime(
  state: ApplicationState,
  touchedAt: number,
  settings: DeliverySettings,
): number {
  switch (state.state) {
    case "draft":
    case "refused":
      return touchedAt + (isMemory(state) ? settings.RECEIPT_MS : settings.HOLD_MS);
    case "sending":
      // Time limits for reading the position and applying. An older stored attempt was probably interrupted.
      return state.startedAt + settings.READ_TIMEOUT_MS + settings.APPLY_TIMEOUT_MS;
    case "waiting":
      return state.nextAt;
    case "failed":
    case "unconfirmed":
      return state.kept ? state.keepUntil : receiptExpiry(state, settings);
    case "delivered":
    case "already-applied":
      return receiptExpiry(state, settings);
  }
}

/** Time at which the receipt expires and all data is deleted. */
export const receiptExpiry = (
  { record }: Pick<Done, "record">,
  { RECEIPT_MS }: Pick<DeliverySettings, "RECEIPT_MS">,
): number => record.sentAt + RECEIPT_MS;
