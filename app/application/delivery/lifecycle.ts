import type { ApplyOutcome } from "../../platform/types";
import { askedDelay, retryDelay } from "./backoff";
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
 * the alarm looks at it again. Times are in ms since 1970, durations in ms.
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

/** A later attempt begins; undefined if one is under way, or nothing is left to send. */
export function nextAttempt(state: ApplicationState, now: number): Sending | undefined {
  if (state.state === "waiting") return again(state, now);
  if (state.state !== "failed" || !state.kept) return undefined;
  const { positionUuid, record, kept } = state;
  // An operator or the candidate asked for it, so one refusal is forgiven again.
  return again({ positionUuid, record, ...kept, wasRefused: false }, now);
}

const again = (pending: Undelivered, now: number): Sending => ({
  ...pending,
  state: "sending",
  attempts: pending.attempts + 1,
  startedAt: now,
});

/** What `onSubmit` looks at in a submitted form. */
interface Submitted {
  /** Salted, of the fields and the CV. */
  digest: string;
  /** No CV; one that the object holds; the one that was sent before; or one that is not there. */
  cv: "none" | "held" | "sent" | "gone";
}

/**
 * What becomes of a submitted form. `first`: it is sent for the first time. `again`: it failed, and is
 * sent again. `joins`: a repeat, which waits for the attempt under way. `answered`: a repeat, which gets
 * the same answer. `taken`: the application was sent with other contents. `cv-gone`: its CV is missing.
 *
 * @param underWay digest of what is being sent at this moment
 */
export function onSubmit(
  state: ApplicationState,
  { digest, cv }: Submitted,
  underWay?: string,
): "first" | "again" | "joins" | "answered" | "taken" | "cv-gone" {
  // The next person at the same screen must not send the last one's CV.
  const other = cv === "sent" ? "cv-gone" : "taken";
  const first = cv === "sent" ? "cv-gone" : "first";
  if (cv === "gone") return "cv-gone";
  if (underWay !== undefined) return underWay === digest ? "joins" : other;
  if (isUnsent(state)) return first;
  if (state.record.digest !== digest) return other;
  if (state.state !== "failed") return "answered";
  return state.kept ? "again" : first;
}

/** The state after an attempt (the table of the design's section 6). */
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
      // An earlier attempt arrived, and its answer was lost.
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
      const answerLost = sending.answerLost || isLost;
      const tried = { ...sending, answerLost, lastStatus: status };
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
 * The state after an attempt was cut off in the middle, and nobody knows whether it arrived. It is made
 * again, unless `RETRY_AMBIGUOUS` is off. With `DELIVER_LATER` off, the CV of a first attempt is held
 * for the candidate, who has seen no receipt and can send the form again.
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

/** An operator gives the application up: only its record is kept, for the receipt. */
export function dropped(state: Failed | Waiting, now: number): Failed {
  const { positionUuid, record } = state;
  const reason = "dropped";
  return { state: "failed", positionUuid, record, reason, failedAt: now, keepUntil: now };
}

/** A failed application whose contents have been kept for long enough. */
export function withoutContents({ kept: _, ...state }: Failed): Failed {
  return state;
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

function refused({ positionUuid, contents }: Sending): Unsent {
  return { state: "refused", positionUuid, cv: contents.cv };
}

function waiting(
  sending: Sending,
  settings: DeliverySettings,
  clock: { now: number; random: number; retryAfterMs?: number | undefined },
): Waiting {
  const { now, random, retryAfterMs = 0 } = clock;
  const { startedAt: _, ...pending } = sending;
  const asked = askedDelay(retryAfterMs, random);
  const delay = Math.max(retryDelay(sending.attempts, settings, random), asked);
  // However long the platform asks us to wait, the last attempt is made when the time is up.
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
 * Whether the platform may have taken an attempt that looks like a failure: there was no answer, or a
 * 5xx. With a 4xx (a wrong key, 429) the platform has said that it took nothing.
 */
const mayHaveArrived = (status: number | undefined) => status === undefined || status >= 500;
