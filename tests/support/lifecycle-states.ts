import { afterAttempt } from "~/app/application/delivery/after-attempt";
import type { AttemptOutcome } from "~/app/application/delivery/attempt-outcome";
import {
  startFirstAttempt,
  startNextAttempt,
  type DeliverySettings,
} from "~/app/application/delivery/lifecycle";
import type { Sending, Unsent } from "~/app/application/delivery/state";

export const HOUR = 3_600_000;
export const limits: DeliverySettings = {
  HOLD_MS: HOUR,
  RECEIPT_MS: 90 * 24 * HOUR,
  APPLY_TIMEOUT_MS: 30_000,
  READ_TIMEOUT_MS: 10_000,
  RETRY_FIRST_MS: 2000,
  RETRY_MAX_MS: 600_000,
  DELIVER_FOR_MS: 72 * HOUR,
  KEEP_FAILED_MS: 7 * 24 * HOUR,
  DELIVER_LATER: "on",
  RETRY_AMBIGUOUS: "on",
};

export const SENT_AT = 1_000_000;
export const contents = {
  applicationId: "secret",
  clientUuid: "client",
  application: {
    firstName: "Ana",
    lastName: "Pérez",
    phone: "+34612345678",
    killerQuestions: [],
    openQuestions: [],
  },
  csrfToken: undefined,
  recaptchaToken: "",
  files: [{ field: "cv", upload: 7 }],
};
export const record = {
  receiptId: "receipt",
  digest: "digest",
  sentAt: SENT_AT,
  company: { name: "Taller Norte", code: "taller-norte", uuid: "client" },
  labels: [],
  files: [],
  positionTitle: "Mecánica",
};
export const held: Unsent = { state: "draft", positionUuid: "position", files: contents.files };
export const firstSending = () => startFirstAttempt(held, contents, record, "own key");

export const accepted: AttemptOutcome = { outcome: "accepted" };
export const alreadyApplied: AttemptOutcome = { outcome: "already-applied" };
export const refusedWith422: AttemptOutcome = { outcome: "refused", status: 422, message: "No" };
/** A platform error with a message for the candidate. */
export const refusedWith503: AttemptOutcome = { outcome: "refused", status: 503, message: "Later" };
export const unconfirmed: AttemptOutcome = { outcome: "unconfirmed" };
export const unreachable: AttemptOutcome = { outcome: "unreachable" };
export const early: AttemptOutcome = { outcome: "unreachable", isEarly: true };
export const status = (code: number): AttemptOutcome => ({ outcome: "unreachable", status: code });
export const rateLimited = status(429);

export const stateAfter = (
  sending: Sending,
  outcome: AttemptOutcome,
  { now = SENT_AT + 100, ...changes }: Partial<DeliverySettings> & { now?: number } = {},
) => afterAttempt(sending, outcome, { ...limits, ...changes }, { now, random: 0 });

/** Returns the attempt that follows attempts with these outcomes. */
export function sendingAfter(...outcomes: AttemptOutcome[]): Sending {
  return outcomes.reduce((sending, outcome) => {
    const next = startNextAttempt(stateAfter(sending, outcome), SENT_AT + 5000);
    if (!next) throw new Error("Nothing is left to send");
    return next;
  }, firstSending());
}
