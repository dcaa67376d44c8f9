import type { Application } from "../model/application";
import type { ApplyOutcome } from "../../platform/types";
import type { ReceiptCompany } from "../model/receipt";
import { retryDelay } from "./backoff";

/**
 * The life of an application (design, section 6; drawn in docs/decisions/0012):
 *
 * draft → sending → delivered | refused | waiting | failed | already-applied; waiting → sending.
 *
 * Everything here is pure: a state and what has happened make the next state, and `dueAt` says when
 * the alarm is to look again. Times are in ms since 1970, durations in ms.
 */
export type ApplicationState = Unsent | Sending | Waiting | Failed | Done;

/** Not sent, or refused while the candidate was waiting: held for a while from the last touch. */
export interface Unsent {
  state: "draft" | "refused";
  positionUuid: string;
  /** The upload that is sent when no other CV is chosen. */
  cv?: number | undefined;
}

/** All that the platform is told; deleted as soon as it has been told. */
export interface Contents {
  /** The secret id: the platform's key to know a repeat by. */
  applicationId: string;
  clientUuid: string;
  application: Application;
  csrfToken: string | undefined;
  recaptchaToken: string;
  /** Whether the honeypot was filled in. */
  isSuspect?: boolean;
  /** The upload that is the CV, if there is one. */
  cv: number | undefined;
}

/** What stays of an application that was sent: nothing of the candidate's. */
export interface SentRecord {
  /** The object's public name. */
  receiptId: string;
  /** Salted: tells a repeat from other contents. */
  digest: string;
  sentAt: number;
  company: ReceiptCompany;
  positionTitle: string;
  /** What was sent of a CV: "PDF", bytes; by what number and salted digest a repeat may name it. */
  cv?: { kind: string; size: number; upload: number; digest: string } | undefined;
  /** How many questions were answered. */
  answers: number;
}

interface Sent {
  positionUuid: string;
  record: SentRecord;
}

interface Pending extends Sent {
  contents: Contents;
  /** Attempts that have begun. */
  attempts: number;
  /** Whether the platform may have taken an attempt whose answer never came. */
  answerLost: boolean;
  /** Whether a later attempt was refused: the next refusal is the last. */
  wasRefused: boolean;
  /** The platform's last answer, if it answered. */
  lastStatus?: number | undefined;
}

/** An attempt is under way; whoever finds this state without one was cut off in the middle of it. */
export interface Sending extends Pending {
  state: "sending";
  startedAt: number;
}

/** The platform was not there; tried again at `nextAt`. */
export interface Waiting extends Pending {
  state: "waiting";
  nextAt: number;
}

/** Given up: its contents are kept for an operator until `keepUntil`. */
export interface Failed extends Sent {
  state: "failed";
  reason: FailureReason;
  failedAt: number;
  keepUntil: number;
  kept?: Omit<Pending, keyof Sent> | undefined;
}

export type FailureReason = "time-out" | "refused" | "answer-lost" | "dropped";

/** The company has an application of the candidate's: this one, or an earlier one. */
export interface Done extends Sent {
  state: "delivered" | "already-applied";
}

export interface Limits {
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

export const isUnsent = (state: ApplicationState): state is Unsent =>
  state.state === "draft" || state.state === "refused";

/** A new application of a position. */
export function draft(positionUuid: string): Unsent {
  return { state: "draft", positionUuid };
}

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

const again = (pending: Pending, now: number): Sending => ({
  ...pending,
  state: "sending",
  attempts: pending.attempts + 1,
  startedAt: now,
});

/** What has come of an attempt (the table of the design's section 6). */
export function afterAttempt(
  sending: Sending,
  outcome: ApplyOutcome,
  limits: Limits,
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
        ? failed(tried, "refused", limits, now)
        : waiting(tried, limits, { now, random });
    }
    case "unreachable": {
      const { status, retryAfterMs } = outcome;
      const isLost = mayHaveArrived(status);
      const tried = {
        ...sending,
        answerLost: sending.answerLost || isLost,
        lastStatus: status,
      };
      if (isFirst && limits.DELIVER_LATER === "off") return refused(sending);
      if (isLost && limits.RETRY_AMBIGUOUS === "off") {
        return failed(tried, "answer-lost", limits, now);
      }
      if (now >= record.sentAt + limits.DELIVER_FOR_MS) {
        return failed(tried, "time-out", limits, now);
      }
      return waiting(tried, limits, { now, random, retryAfterMs });
    }
  }
}

/**
 * An attempt was cut off in the middle, and nobody knows how far it came: it is made again, unless
 * that is not wanted. Where nothing is delivered later, the first attempt's contents are held for
 * the candidate, who has been told of no receipt.
 */
export function afterCut(sending: Sending, limits: Limits, now: number): ApplicationState {
  const cut = { ...sending, answerLost: true };
  if (sending.attempts === 1 && limits.DELIVER_LATER === "off") return refused(cut);
  return limits.RETRY_AMBIGUOUS === "off"
    ? failed(cut, "answer-lost", limits, now)
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
export function dueAt(state: ApplicationState, touchedAt: number, limits: Limits): number {
  switch (state.state) {
    case "draft":
    case "refused":
      return touchedAt + limits.HOLD_MS;
    case "sending":
      // The position is perhaps read before; later than this, an attempt was cut off.
      return state.startedAt + limits.READ_TIMEOUT_MS + limits.APPLY_TIMEOUT_MS;
    case "waiting":
      return state.nextAt;
    case "failed":
      return state.kept ? state.keepUntil : forgottenAt(state, limits);
    case "delivered":
    case "already-applied":
      return forgottenAt(state, limits);
  }
}

/** The upload that a state holds on to. */
export function cvOf(state: ApplicationState | undefined): number | undefined {
  switch (state?.state) {
    case "draft":
    case "refused":
      return state.cv;
    case "sending":
    case "waiting":
      return state.contents.cv;
    case "failed":
      return state.kept?.contents.cv;
    case "delivered":
    case "already-applied":
    case undefined:
      return undefined;
  }
}

/** When the receipt of what was sent runs out, and all that is left of it goes. */
export function forgottenAt({ record }: Sent, { RECEIPT_MS }: Limits): number {
  return record.sentAt + RECEIPT_MS;
}

function refused({ positionUuid, contents }: Sending): Unsent {
  return { state: "refused", positionUuid, cv: contents.cv };
}

function waiting(
  sending: Sending,
  limits: Limits,
  {
    now,
    random,
    retryAfterMs = 0,
  }: { now: number; random: number; retryAfterMs?: number | undefined },
): Waiting {
  const { startedAt: _, ...pending } = sending;
  const delay = Math.max(retryDelay(sending.attempts, limits, random), retryAfterMs);
  // Whatever the platform asks for, there is one last attempt when the time is up.
  const last = Math.max(sending.record.sentAt + limits.DELIVER_FOR_MS, now);
  return { ...pending, state: "waiting", nextAt: Math.min(now + delay, last) };
}

function failed(sending: Sending, reason: FailureReason, limits: Limits, now: number): Failed {
  const { positionUuid, record, state: _, startedAt: __, ...kept } = sending;
  const keepUntil = now + limits.KEEP_FAILED_MS;
  return { state: "failed", positionUuid, record, reason, failedAt: now, keepUntil, kept };
}

/**
 * Whether an attempt may have been taken all the same: no answer came, or one that says that
 * something broke on the way. 429 and our own configuration's faults were turned away at the door.
 */
const mayHaveArrived = (status: number | undefined) => status === undefined || status >= 500;
