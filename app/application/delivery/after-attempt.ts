import { REFUSAL_MOST } from "../../../contract/limits";
import { filesIn, stored } from "../model/files";
import type { AttemptOutcome } from "./attempt.server";
import { askedDelay, retryDelay } from "./backoff";
import { dueAt, forgottenAt, type DeliverySettings } from "./lifecycle";
import type {
  ApplicationState,
  Done,
  Failed,
  Sending,
  Unconfirmed,
  Unsent,
  Waiting,
} from "./state";

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
  const isOther = outcome.outcome === "already-applied" && sending.contents.honoursKeys === true;
  if (isOther) return alreadyApplied(sending);
  if (outcome.outcome === "cv-gone") return withoutFiles(sending, outcome.fields, settings, now);
  if (sending.isUnconfirmed) {
    const lastStatus = "status" in outcome ? outcome.status : sending.lastStatus;
    return unconfirmed({ ...sending, lastStatus }, settings, now);
  }
  if (outcome.outcome === "unconfirmed") return unconfirmed(sending, settings, now);
  if (outcome.outcome === "already-applied") {
    const isAlone = isFirst && settings.DELIVER_LATER === "off";
    if (sending.answerLost && !isAlone) {
      return afterConflict({ ...sending, lastStatus: 409 }, settings, { now, random });
    }
    // Nothing waits there, so the candidate is asked to send it once more.
    const { lostAt = 0 } = sending;
    if (isAlone && now < lostAt + settings.APPLY_TIMEOUT_MS) {
      return refused(sending, settings, { now, lostAt });
    }
    return sending.answerLost ? unconfirmed(sending, settings, now) : alreadyApplied(sending);
  }
  const { status, retryAfterMs } = outcome;
  const isLost = mayHaveArrived(status);
  const tried = {
    ...sending,
    lastStatus: status,
    answerLost: sending.answerLost || isLost,
    wasConflict: (sending.wasConflict ?? false) && !isLost,
  };
  // On a later attempt nobody reads what an error says: the platform is in trouble.
  if (outcome.outcome === "refused" && (isFirst || outcome.status < 500)) {
    const message = saidBy(outcome);
    if (isFirst) {
      return refused({ ...tried, message }, settings, { now, lostAt: isLost ? now : undefined });
    }
    if (sending.wasRefused) return failed({ ...tried, message }, "refused", settings, now);
    return waiting({ ...tried, wasRefused: true, message }, settings, { now, random });
  }
  if (isFirst && settings.DELIVER_LATER === "off") {
    return refused(tried, settings, { now, lostAt: isLost ? now : undefined });
  }
  if (isLost && settings.RETRY_AMBIGUOUS === "off") {
    return failed(tried, "answer-lost", settings, now);
  }
  if (now >= record.sentAt + settings.DELIVER_FOR_MS) {
    return failed(tried, "time-out", settings, now);
  }
  return waiting(tried, settings, { now, random, retryAfterMs });
}

/** The state after a 409 about another application. A candidate who waits for the answer has no receipt yet. */
const alreadyApplied = ({ positionUuid, record, attempts, isCorrection }: Sending): Unsent | Done =>
  attempts === 1 && !isCorrection
    ? { state: "refused", positionUuid }
    : { state: "already-applied", positionUuid, record };

/** The state when stored files are missing or damaged: nothing was sent now, and only the candidate has them. */
function withoutFiles(
  sending: Sending,
  fields: readonly string[],
  settings: DeliverySettings,
  now: number,
): Unsent | Failed | Unconfirmed {
  const { positionUuid, contents, lostAt } = sending;
  const lostFiles = [...fields];
  if (sending.isUnconfirmed) return { ...unconfirmed(sending, settings, now), lostFiles };
  if (sending.attempts > 1 || sending.isCorrection) {
    return { ...failed(sending, "file-lost", settings, now), lostFiles };
  }
  const files = filesIn(contents).filter(({ field }) => !fields.includes(field));
  return {
    state: "refused",
    positionUuid,
    ...stored(files),
    ...(lostAt !== undefined && { lostAt }),
  };
}

/** All that a refusal says: who reads it later has no fields before them. */
function saidBy({ message, errors = [] }: Extract<AttemptOutcome, { outcome: "refused" }>) {
  const said = [message, ...errors.map((error) => error.message)].filter((text) => !!text);
  return said.length > 0 ? said.join(" ").slice(0, REFUSAL_MOST.message) : undefined;
}

/**
 * The state after a 409 that an earlier attempt may have caused: it was delivered, or is still being
 * processed, and may yet fail. The platform is asked again when that attempt must be over.
 */
function afterConflict(
  sending: Sending,
  settings: DeliverySettings,
  { now, random }: { now: number; random: number },
): Waiting | Unconfirmed {
  if (sending.wasConflict || settings.RETRY_AMBIGUOUS === "off") {
    return unconfirmed(sending, settings, now);
  }
  const { startedAt: _, lostAt: __, ...pending } = sending;
  const delay = settings.APPLY_TIMEOUT_MS + retryDelay(sending.attempts, settings, random);
  return { ...pending, state: "waiting", wasConflict: true, nextAt: now + delay };
}

/**
 * The state after an attempt was cut off, so that it may or may not have arrived. It waits for
 * the next one until that attempt must be over, unless `RETRY_AMBIGUOUS` is off. With `DELIVER_LATER` off,
 * the files of a first attempt are held for the candidate, who has seen no receipt and can send the form
 * again.
 */
export function afterCut(
  sending: Sending,
  settings: DeliverySettings,
  now: number,
): Unsent | Waiting | Failed | Unconfirmed {
  const cut = { ...sending, answerLost: true, wasConflict: false };
  if (sending.isUnconfirmed) return unconfirmed(cut, settings, now);
  if (sending.attempts === 1 && settings.DELIVER_LATER === "off") {
    return refused(cut, settings, { now, lostAt: now });
  }
  if (settings.RETRY_AMBIGUOUS === "off") return failed(cut, "answer-lost", settings, now);
  if (now >= sending.record.sentAt + settings.DELIVER_FOR_MS) {
    return failed(cut, "time-out", settings, now);
  }
  const { startedAt, lostAt: _, ...pending } = cut;
  const backoff = startedAt + retryDelay(sending.attempts, settings, 0);
  return {
    ...pending,
    state: "waiting",
    nextAt: Math.max(dueAt(sending, now, settings), backoff),
  };
}

/**
 * The state of an application that goes back to the candidate, who waits for the answer. One that was
 * corrected is kept for as long as what it took the place of: its receipt is known already.
 */
function refused(
  sending: Sending,
  settings: DeliverySettings,
  { now, lostAt = sending.lostAt }: { now: number; lostAt?: number | undefined },
): Unsent | Failed {
  if (sending.isCorrection) return failed(sending, "refused", settings, now);
  const { positionUuid, contents } = sending;
  const lost = lostAt === undefined ? {} : { lostAt };
  return { state: "refused", positionUuid, ...stored(filesIn(contents)), ...lost };
}

function waiting(
  sending: Sending,
  settings: DeliverySettings,
  clock: { now: number; random: number; retryAfterMs?: number | undefined },
): Waiting {
  const { now, random, retryAfterMs = 0 } = clock;
  const { startedAt: _, lostAt: __, ...pending } = sending;
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
  const { positionUuid, record } = sending;
  return {
    state: "failed",
    positionUuid,
    record,
    reason,
    failedAt: now,
    ...kept(sending, settings, now),
  };
}

function unconfirmed(sending: Sending, settings: DeliverySettings, now: number): Unconfirmed {
  const { positionUuid, record } = sending;
  return { state: "unconfirmed", positionUuid, record, ...kept(sending, settings, now) };
}

/** What is kept for an operator, and until when: never longer than the receipt. */
function kept(sending: Sending, settings: DeliverySettings, now: number) {
  const { positionUuid: _, record, state: __, startedAt: ___, lostAt: ____, ...kept } = sending;
  const { DELIVER_FOR_MS, KEEP_FAILED_MS } = settings;
  // Repeated sending by an operator does not extend it.
  const latest = Math.max(now, record.sentAt + DELIVER_FOR_MS + KEEP_FAILED_MS);
  const keepUntil = Math.min(now + KEEP_FAILED_MS, latest, forgottenAt({ record }, settings));
  return { kept, keepUntil };
}

/**
 * Whether the platform may have taken an attempt that looks like a failure: there was no answer, a
 * success that is doubted, a redirect, a 408 or a 5xx. With another 4xx (a wrong key, 429) the
 * platform has said that it took nothing.
 */
const mayHaveArrived = (status: number | undefined) =>
  status === undefined || status < 400 || status === 408 || status >= 500;
