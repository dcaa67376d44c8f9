import { REFUSAL_LIMITS } from "~/contract/limits";
import type { AttemptOutcome } from "./attempt-outcome";
import { retryAfterDelay, retryDelay } from "./backoff";
import { alarmTime, receiptExpiry, type DeliverySettings } from "./lifecycle";
import type { ApplicationState, Failed, Sending } from "./state";

/** Number of early successes after which an application is unconfirmed. */
export const MAX_EARLY_SUCCESSES = 3;

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
  if (outcome.outcome === "form-damaged") return toFormDamaged(sending, settings, now);
  if (sending.isUnconfirmed) {
    const lastStatus = "status" in outcome ? outcome.status : sending.lastStatus;
    return toUnconfirmed({ ...sending, lastStatus }, settings, now);
  }
  if (outcome.outcome === "unconfirmed") return toUnconfirmed(sending, settings, now);
  if (outcome.outcome === "already-applied") {
    return afterDuplicate(sending, settings, { now, random });
  }
  const { status, retryAfterMs } = outcome;
  const isAmbiguous = mayHaveArrived(status);
  const earlySuccesses = (sending.earlySuccesses ?? 0) + ("isEarly" in outcome ? 1 : 0);
  const updated = {
    ...sending,
    ...(earlySuccesses > 0 && { earlySuccesses }),
    lastStatus: status,
    answerLost: sending.answerLost || isAmbiguous,
    wasConflict: (sending.wasConflict ?? false) && !isAmbiguous,
  };
  // On a later attempt, a 5xx is never a refusal, even if it has a message.
  if (outcome.outcome === "refused" && (isFirst || outcome.status < 500)) {
    const message = refusalText(outcome);
    if (isFirst) {
      return toRefused({ ...updated, message }, settings, {
        now,
        lostAt: isAmbiguous ? now : undefined,
      });
    }
    if (sending.wasRefused) return toFailed({ ...updated, message }, "refused", settings, now);
    return toWaiting({ ...updated, wasRefused: true, message }, settings, { now, random });
  }
  if (isFirst && settings.DELIVER_LATER === "off") {
    return toRefused(updated, settings, { now, lostAt: isAmbiguous ? now : undefined });
  }
  if (earlySuccesses >= MAX_EARLY_SUCCESSES) return toUnconfirmed(updated, settings, now);
  if (isAmbiguous && settings.RETRY_AMBIGUOUS === "off") {
    return toFailed(updated, "answer-lost", settings, now);
  }
  if (now >= record.sentAt + settings.DELIVER_FOR_MS) {
    return toFailed(updated, "time-out", settings, now);
  }
  return toWaiting(updated, settings, { now, random, retryAfterMs });
}

/** Returns the state after a 409 that an earlier attempt or form may have caused. */
function afterDuplicate(
  sending: Sending,
  settings: DeliverySettings,
  { now, random }: { now: number; random: number },
): ApplicationState {
  const isOnlyAttempt = sending.attempts === 1 && settings.DELIVER_LATER === "off";
  if (sending.answerLost && !isOnlyAttempt) {
    return afterConflict({ ...sending, lastStatus: 409 }, settings, { now, random });
  }
  // The platform may still be processing an earlier form. With `DELIVER_LATER` off, only the candidate can
  // retry.
  const { lostAt = 0 } = sending;
  if (isOnlyAttempt && now < lostAt + settings.APPLY_TIMEOUT_MS) {
    return toRefused(sending, settings, { now, lostAt });
  }
  return sending.answerLost ? toUnconfirmed(sending, settings, now) : toAlreadyApplied(sending);
}

/** Returns the state after a 409 for another application: `refused` if the candidate has no receipt yet. */
function toAlreadyApplied(sending: Sending): ApplicationState {
  const { positionUuid, record, attempts, isCorrection } = sending;
  if (attempts > 1 || isCorrection) return { state: "already-applied", positionUuid, record };
  return { state: "refused", positionUuid, files: [], ...lostFields(sending, undefined) };
}

/** Returns the state after an attempt that sent nothing because the stored form is damaged. */
function toFormDamaged(sending: Sending, settings: DeliverySettings, now: number) {
  if (sending.isUnconfirmed) return toUnconfirmed(sending, settings, now);
  return toFailed(sending, "form-damaged", settings, now);
}

/** Returns the state after an attempt that sent nothing because of missing or damaged files. */
function toFileLost(
  sending: Sending,
  fields: readonly string[],
  settings: DeliverySettings,
  now: number,
): ApplicationState {
  const { positionUuid, contents } = sending;
  const lostFiles = [...fields];
  if (sending.isUnconfirmed) return { ...toUnconfirmed(sending, settings, now), lostFiles };
  if (sending.attempts > 1 || sending.isCorrection) {
    return { ...toFailed(sending, "file-lost", settings, now), lostFiles };
  }
  const files = contents.files.filter(({ field }) => !fields.includes(field));
  return { state: "refused", positionUuid, files, ...lostFields(sending, sending.lostAt) };
}

function refusalText({ message, errors = [] }: Extract<AttemptOutcome, { outcome: "refused" }>) {
  const messages = [message, ...errors.map((error) => error.message)].filter((text) => !!text);
  return messages.length > 0 ? messages.join(" ").slice(0, REFUSAL_LIMITS.message) : undefined;
}

/**
 * Returns the state after a 409 that an earlier attempt may have caused. The platform may still be processing
 * the earlier attempt, so a retry waits at least `APPLY_TIMEOUT_MS`.
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
 * Returns the state after an attempt was cut off. The platform may still be processing the attempt, so a
 * retry waits at least until the attempt's time limit.
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

/** Returns the form to the candidate. A correction becomes `failed` because it has a receipt. */
function toRefused(
  sending: Sending,
  settings: DeliverySettings,
  { now, lostAt = sending.lostAt }: { now: number; lostAt?: number | undefined },
): ApplicationState {
  if (sending.isCorrection) return toFailed(sending, "refused", settings, now);
  const { positionUuid, contents } = sending;
  return { state: "refused", positionUuid, files: contents.files, ...lostFields(sending, lostAt) };
}

/** Returns the fields that record a lost response. */
function lostFields({ record }: Sending, lostAt: number | undefined) {
  const lostDigest = record.lostDigest ?? (lostAt === undefined ? undefined : record.digest);
  return {
    ...(lostAt !== undefined && { lostAt }),
    ...(lostDigest !== undefined && { lostDigest }),
  };
}

function toWaiting(
  sending: Sending,
  settings: DeliverySettings,
  clock: { now: number; random: number; retryAfterMs?: number | undefined },
): ApplicationState {
  const { now, random, retryAfterMs = 0 } = clock;
  const { startedAt: _, lostAt: __, ...pending } = sending;
  const retryAfter = retryAfterDelay(retryAfterMs, random);
  const delay = Math.max(retryDelay(sending.attempts, settings, random), retryAfter);
  // Make the last attempt when the delivery time ends, even if the delay is longer.
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

/** Returns the contents to keep for an operator, with their deletion time. */
function keepContents(sending: Sending, settings: DeliverySettings, now: number) {
  const { positionUuid: _, record, state: __, startedAt: ___, lostAt: ____, ...kept } = sending;
  const { DELIVER_FOR_MS, KEEP_FAILED_MS } = settings;
  // Repeated attempts by an operator must not postpone the deletion past this time.
  const latest = Math.max(now, record.sentAt + DELIVER_FOR_MS + KEEP_FAILED_MS);
  const keepUntil = Math.min(now + KEEP_FAILED_MS, latest, receiptExpiry({ record }, settings));
  return { kept, keepUntil };
}

/**
 * Whether the platform might have accepted the application despite a failed attempt. A 4xx other than 408 rules
 * out acceptance.
 */
const mayHaveArrived = (status: number | undefined) =>
  status === undefined || status < 400 || status === 408 || status >= 500;
