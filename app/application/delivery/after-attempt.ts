import { REFUSAL_LIMITS } from "../../../contract/limits";
import type { AttemptOutcome } from "./attempt.server";
import { retryAfterDelay, retryDelay } from "./backoff";
import { alarmTime, receiptExpiry, type DeliverySettings } from "./lifecycle";
import type { ApplicationState, Failed, Sending } from "./state";

/** The state after an attempt (the table of the design's section 6). */
export function afterAttempt(
  sending: Sending,
  outcome: AttemptOutcome,
  settings: DeliverySettings,
  { now, random }: { now: number; random: number },
): ApplicationState {
  const { positionUuid, record } = sending;
  const isFirst = sending.attempts === 1;
  if (outcome.outcome === "accepted") return { state: "delivered", positionUuid, record };
  const isOtherApplication =
    outcome.outcome === "already-applied" && sending.contents.honoursKeys === true;
  if (isOtherApplication) return toAlreadyApplied(sending);
  if (outcome.outcome === "file-gone") return toFileLost(sending, outcome.fields, settings, now);
  if (sending.isUnconfirmed) {
    const lastStatus = "status" in outcome ? outcome.status : sending.lastStatus;
    return toUnconfirmed({ ...sending, lastStatus }, settings, now);
  }
  if (outcome.outcome === "unconfirmed") return toUnconfirmed(sending, settings, now);
  if (outcome.outcome === "already-applied") {
    const isOnlyAttempt = isFirst && settings.DELIVER_LATER === "off";
    if (sending.answerLost && !isOnlyAttempt) {
      return afterConflict({ ...sending, lastStatus: 409 }, settings, { now, random });
    }
    // Nothing waits there, so the candidate is asked to send it once more.
    const { lostAt = 0 } = sending;
    if (isOnlyAttempt && now < lostAt + settings.APPLY_TIMEOUT_MS) {
      return toRefused(sending, settings, { now, lostAt });
    }
    return sending.answerLost ? toUnconfirmed(sending, settings, now) : toAlreadyApplied(sending);
  }
  const { status, retryAfterMs } = outcome;
  const isAnswerLost = mayHaveArrived(status);
  const updated = {
    ...sending,
    lastStatus: status,
    answerLost: sending.answerLost || isAnswerLost,
    wasConflict: (sending.wasConflict ?? false) && !isAnswerLost,
  };
  // After a later attempt, a 5xx is the platform's trouble whatever it says.
  if (outcome.outcome === "refused" && (isFirst || outcome.status < 500)) {
    const message = refusalText(outcome);
    if (isFirst) {
      return toRefused({ ...updated, message }, settings, {
        now,
        lostAt: isAnswerLost ? now : undefined,
      });
    }
    if (sending.wasRefused) return toFailed({ ...updated, message }, "refused", settings, now);
    return toWaiting({ ...updated, wasRefused: true, message }, settings, { now, random });
  }
  if (isFirst && settings.DELIVER_LATER === "off") {
    return toRefused(updated, settings, { now, lostAt: isAnswerLost ? now : undefined });
  }
  if (isAnswerLost && settings.RETRY_AMBIGUOUS === "off") {
    return toFailed(updated, "answer-lost", settings, now);
  }
  if (now >= record.sentAt + settings.DELIVER_FOR_MS) {
    return toFailed(updated, "time-out", settings, now);
  }
  return toWaiting(updated, settings, { now, random, retryAfterMs });
}

/** A 409 about another application. A candidate who waits for the answer has no receipt yet. */
const toAlreadyApplied = ({
  positionUuid,
  record,
  attempts,
  isCorrection,
}: Sending): ApplicationState =>
  attempts === 1 && !isCorrection
    ? { state: "refused", positionUuid, files: [] }
    : { state: "already-applied", positionUuid, record };

/** Stored files are missing or damaged, and nothing was sent. */
function toFileLost(
  sending: Sending,
  fields: readonly string[],
  settings: DeliverySettings,
  now: number,
): ApplicationState {
  const { positionUuid, contents, lostAt } = sending;
  const lostFiles = [...fields];
  if (sending.isUnconfirmed) return { ...toUnconfirmed(sending, settings, now), lostFiles };
  if (sending.attempts > 1 || sending.isCorrection) {
    return { ...toFailed(sending, "file-lost", settings, now), lostFiles };
  }
  const files = contents.files.filter(({ field }) => !fields.includes(field));
  return { state: "refused", positionUuid, files, ...(lostAt !== undefined && { lostAt }) };
}

/** A refusal as one text, to be read without the form. */
function refusalText({ message, errors = [] }: Extract<AttemptOutcome, { outcome: "refused" }>) {
  const said = [message, ...errors.map((error) => error.message)].filter((text) => !!text);
  return said.length > 0 ? said.join(" ").slice(0, REFUSAL_LIMITS.message) : undefined;
}

/**
 * A 409 that an earlier attempt may have caused. That one may still be processed, and fail: the platform is
 * asked again when it must be over.
 */
function afterConflict(
  sending: Sending,
  settings: DeliverySettings,
  { now, random }: { now: number; random: number },
): ApplicationState {
  if (sending.wasConflict || settings.RETRY_AMBIGUOUS === "off") {
    return toUnconfirmed(sending, settings, now);
  }
  const { startedAt: _, lostAt: __, ...pending } = sending;
  const delay = settings.APPLY_TIMEOUT_MS + retryDelay(sending.attempts, settings, random);
  return { ...pending, state: "waiting", wasConflict: true, nextAt: now + delay };
}

/**
 * The state after an attempt was cut off. It may have arrived, as after no answer, and may still be under way
 * at the platform: the next attempt waits until it must be over.
 */
export function afterCut(
  sending: Sending,
  settings: DeliverySettings,
  now: number,
): ApplicationState {
  const next = afterAttempt(sending, { outcome: "unreachable" }, settings, { now, random: 0 });
  if (next.state !== "waiting") return next;
  const backoff = sending.startedAt + retryDelay(sending.attempts, settings, 0);
  return { ...next, nextAt: Math.max(alarmTime(sending, now, settings), backoff) };
}

/** Back to the candidate, who waits for the answer. A correction stays failed, because it has a receipt. */
function toRefused(
  sending: Sending,
  settings: DeliverySettings,
  { now, lostAt = sending.lostAt }: { now: number; lostAt?: number | undefined },
): ApplicationState {
  if (sending.isCorrection) return toFailed(sending, "refused", settings, now);
  const { positionUuid, contents } = sending;
  const lost = lostAt === undefined ? {} : { lostAt };
  return { state: "refused", positionUuid, files: contents.files, ...lost };
}

function toWaiting(
  sending: Sending,
  settings: DeliverySettings,
  clock: { now: number; random: number; retryAfterMs?: number | undefined },
): ApplicationState {
  const { now, random, retryAfterMs = 0 } = clock;
  const { startedAt: _, lostAt: __, ...pending } = sending;
  const asked = retryAfterDelay(retryAfterMs, random);
  const delay = Math.max(retryDelay(sending.attempts, settings, random), asked);
  // However long the platform asks us to wait, the last attempt is made when the time is up.
  const last = Math.max(sending.record.sentAt + settings.DELIVER_FOR_MS, now);
  return { ...pending, state: "waiting", nextAt: Math.min(now + delay, last) };
}

function toFailed(
  sending: Sending,
  reason: Failed["reason"],
  settings: DeliverySettings,
  now: number,
) {
  const { positionUuid, record } = sending;
  const failed = { state: "failed", positionUuid, record, reason, failedAt: now } as const;
  return { ...failed, ...keepContents(sending, settings, now) };
}

function toUnconfirmed(sending: Sending, settings: DeliverySettings, now: number) {
  const { positionUuid, record } = sending;
  const unconfirmed = { state: "unconfirmed", positionUuid, record } as const;
  return { ...unconfirmed, ...keepContents(sending, settings, now) };
}

/** What is kept for an operator, and until when: never longer than the receipt. */
function keepContents(sending: Sending, settings: DeliverySettings, now: number) {
  const { positionUuid: _, record, state: __, startedAt: ___, lostAt: ____, ...kept } = sending;
  const { DELIVER_FOR_MS, KEEP_FAILED_MS } = settings;
  // Repeated sending by an operator does not extend it.
  const latest = Math.max(now, record.sentAt + DELIVER_FOR_MS + KEEP_FAILED_MS);
  const keepUntil = Math.min(now + KEEP_FAILED_MS, latest, receiptExpiry({ record }, settings));
  return { kept, keepUntil };
}

/**
 * Whether the platform may have taken a failed attempt: no answer, a unverified success, a redirect, a 408 or a
 * 5xx. With another 4xx it says that it took nothing.
 */
const mayHaveArrived = (status: number | undefined) =>
  status === undefined || status < 400 || status === 408 || status >= 500;
