import type { ApplyOutcome } from "../../platform/types";
import { retryDelay } from "./backoff";
import {
  isUnsent,
  type ApplicationState,
  type Contents,
  type Done,
  type Failed,
  type Sending,
  type SentRecord,
  type Unsent,
  type Waiting,
} from "./state";

/*
 * The life of an application (design, section 6; drawn in docs/decisions/0012):
 *
 * draft → sending → delivered | refused | waiting | failed | already-applied; waiting → sending.
 *
 * Everything here is pure: a state and what has happened make the next state, and `dueAt` says when
 * the alarm is to look again. Times are in ms since 1970, durations in ms.
 */

/** The configuration that decides, by the names of its variables; durations in ms. */
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

/** What has been sent, and has not been delivered. */
type Undelivered = Omit<Waiting, "state" | "nextAt">;

/** The first attempt begins: the candidate is waiting for its answer. */
export function firstAttempt(
  { positionUuid }: ApplicationState,
  contents: Contents,
  record: SentRecord,
): Sending {
  return {
    state: "sending",
    positionUuid,
    contents,
    record,
    attempts: 1,
    answerLost: false,
    wasRefused: false,
    startedAt: record.sentAt,
  };
}

/** A later attempt begins; undefined where nothing is left to be sent, or it is under way. */
export function nextAttempt(state: ApplicationState, now: number): Sending | undefined {
  if (state.state === "waiting") return again(state, now);
  if (state.state !== "failed" || !state.kept) return undefined;
  const { positionUuid, record, kept } = state;
  // An operator, or the candidate, asks for it anew: it has its second chance again.
  return again({ positionUuid, record, ...kept, wasRefused: false }, now);
}

const again = (pending: Undelivered, now: number): Sending => ({
  ...pending,
  state: "sending",
  attempts: pending.attempts + 1,
  startedAt: now,
});

/** What a form that is submitted brings, as far as it decides what becomes of it. */
interface Submitted {
  /** Salted: of all that it says, and of its CV. */
  digest: string;
  /** Its CV: none; one that the object holds; the one that was sent before; or one that is not there. */
  cv: "none" | "held" | "sent" | "gone";
}

/**
 * What becomes of a form that is submitted: sent for the first time, or `again` after it had failed;
 * a repeat, which `joins` the attempt under way or is `answered` as before; `taken`, where the
 * application was sent with other contents; `cv-gone`, where the CV that it counts on is not there.
 *
 * @param underWay digest of what is just being sent
 */
export function onSubmit(
  state: ApplicationState,
  { digest, cv }: Submitted,
  underWay?: string,
): "first" | "again" | "joins" | "answered" | "taken" | "cv-gone" {
  // A file that was sent is not sent along with what somebody else may have entered.
  const other = cv === "sent" ? "cv-gone" : "taken";
  const first = cv === "sent" ? "cv-gone" : "first";
  if (cv === "gone") return "cv-gone";
  if (underWay !== undefined) return underWay === digest ? "joins" : other;
  if (isUnsent(state)) return first;
  if (state.record.digest !== digest) return other;
  if (state.state !== "failed") return "answered";
  return state.kept ? "again" : first;
}

/** What has come of an attempt (the table of the design's section 6). */
export function afterAttempt(
  sending: Sending,
  outcome: ApplyOutcome,
  settings: DeliverySettings,
  { now, random }: { now: number; random: number },
): ApplicationState {
  const { positionUuid, record } = sending;
  const isFirst = sending.attempts === 1;
  switch (outcome.outcome) {
    case "accepted":
      return { state: "delivered", positionUuid, record };
    case "already-applied":
      // An earlier attempt got there, and only its answer did not come back.
      if (sending.answerLost) return { state: "delivered", positionUuid, record };
      return isFirst
        ? { state: "refused", positionUuid }
        : { state: "already-applied", positionUuid, record };
    case "refused": {
      if (isFirst) return refused(sending);
      const tried = { ...sending, wasRefused: true, lastStatus: outcome.status };
      return sending.wasRefused
        ? failed(tried, "refused", settings, now)
        : waiting(tried, settings, { now, random });
    }
    case "unreachable": {
      const { status, retryAfterMs } = outcome;
      const isLost = mayHaveArrived(status);
      const tried = {
        ...sending,
        answerLost: sending.answerLost || isLost,
        lastStatus: status,
      };
      if (isFirst && settings.DELIVER_LATER === "off") return refused(sending);
      if (isLost && settings.RETRY_AMBIGUOUS === "off") {
        return failed(tried, "answer-lost", settings, now);
      }
      if (now >= record.sentAt + settings.DELIVER_FOR_MS) {
        return failed(tried, "time-out", settings, now);
      }
      return waiting(tried, settings, { now, random, retryAfterMs });
    }
  }
}

/**
 * An attempt was cut off in the middle, and nobody knows how far it came: it is made again, unless
 * that is not wanted. Where nothing is delivered later, the first attempt's contents are held for
 * the candidate, who has been told of no receipt.
 */
export function afterCut(
  sending: Sending,
  settings: DeliverySettings,
  now: number,
): ApplicationState {
  const cut = { ...sending, answerLost: true };
  if (sending.attempts === 1 && settings.DELIVER_LATER === "off") return refused(cut);
  return settings.RETRY_AMBIGUOUS === "off"
    ? failed(cut, "answer-lost", settings, now)
    : again(cut, now);
}

/** An operator gives it up: nothing is kept but what its receipt says. */
export function dropped(state: Failed | Waiting, now: number): Failed {
  const { positionUuid, record } = state;
  const reason = "dropped";
  return { state: "failed", positionUuid, record, reason, failedAt: now, keepUntil: now };
}

/** The time of a failed application's contents has run out. */
export function withoutContents({ kept: _, ...state }: Failed): Failed {
  return state;
}

/**
 * When the alarm is to look at a state again.
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
      // The position is perhaps read before; later than this, an attempt was cut off.
      return state.startedAt + settings.READ_TIMEOUT_MS + settings.APPLY_TIMEOUT_MS;
    case "waiting":
      return state.nextAt;
    case "failed":
      return state.kept ? state.keepUntil : forgottenAt(state, settings);
    case "delivered":
    case "already-applied":
      return forgottenAt(state, settings);
  }
}

/** When the receipt of what was sent runs out, and all that is left of it goes. */
export function forgottenAt(
  { record }: Pick<Done, "record">,
  { RECEIPT_MS }: Pick<DeliverySettings, "RECEIPT_MS">,
): number {
  return record.sentAt + RECEIPT_MS;
}

function refused({ positionUuid, contents }: Sending): Unsent {
  return { state: "refused", positionUuid, cv: contents.cv };
}

function waiting(
  sending: Sending,
  settings: DeliverySettings,
  {
    now,
    random,
    retryAfterMs = 0,
  }: { now: number; random: number; retryAfterMs?: number | undefined },
): Waiting {
  const { startedAt: _, ...pending } = sending;
  const delay = Math.max(retryDelay(sending.attempts, settings, random), retryAfterMs);
  // Whatever the platform asks for, there is one last attempt when the time is up.
  const last = Math.max(sending.record.sentAt + settings.DELIVER_FOR_MS, now);
  return { ...pending, state: "waiting", nextAt: Math.min(now + delay, last) };
}

function failed(
  sending: Sending,
  reason: Failed["reason"],
  settings: DeliverySettings,
  now: number,
): Failed {
  const { positionUuid, record, state: _, startedAt: __, ...kept } = sending;
  const keepUntil = now + settings.KEEP_FAILED_MS;
  return { state: "failed", positionUuid, record, reason, failedAt: now, keepUntil, kept };
}

/**
 * Whether an attempt may have been taken all the same: no answer came, or one that says that
 * something broke on the way. 429 and our own configuration's faults were turned away at the door.
 */
const mayHaveArrived = (status: number | undefined) => status === undefined || status >= 500;
