import type { HeldUpload, HeldFile } from "../model/application";
import { receiptNumber, type Receipt, type ReceiptStatus } from "../model/receipt";
import type { AttemptOutcome } from "./attempt-outcome";
import { receiptExpiry } from "./lifecycle";
import {
  isCorrectable,
  isReturned,
  isUnsent,
  getPending,
  type ApplicationState,
  type Failed,
  type SentState,
} from "./state";

/** An outcome after which the candidate gets a receipt. */
interface ReceiptOutcome {
  outcome: "accepted" | "unconfirmed" | "form-damaged";
}

/**
 * The result of submitting a form.
 * - `taken`: other contents were sent under this id. The caller must submit the form under `successor`.
 * - `file-gone`: the files of `fields` are damaged or no longer held.
 */
export type SubmitResult =
  | { outcome: "accepted"; receipt: Receipt }
  | Exclude<AttemptOutcome, ReceiptOutcome>
  | { outcome: "taken"; successor: string }
  | { outcome: "file-gone"; fields: string[]; isDamaged?: never };

/** Data that the browser needs to correct a returned application. */
export interface Correction {
  /** The platform's message, which can contain the candidate's input. */
  message?: string | undefined;
  /** Files to send again unless the candidate replaces them. */
  heldCv?: HeldUpload;
  heldFiles?: HeldFile[];
}

const STATUSES = {
  sending: "on-its-way",
  waiting: "on-its-way",
  delivered: "delivered",
  unconfirmed: "unconfirmed",
  "already-applied": "already-applied",
  failed: "undelivered",
} as const satisfies Record<SentState["state"], ReceiptStatus>;

/** An unconfirmed application stays unconfirmed while an operator resends it. */
const receiptStatus = (state: SentState): ReceiptStatus =>
  state.state === "sending" && state.isUnconfirmed ? "unconfirmed" : STATUSES[state.state];

/** Creates a receipt. @returns undefined for an `Unsent` state */
export function createReceipt(
  state: ApplicationState,
  settings: { RECEIPT_MS: number },
): Receipt | undefined {
  if (isUnsent(state)) return undefined;
  const { receiptId: id, sentAt, company, positionTitle, files, labels } = state.record;
  const status = receiptStatus(state);
  return {
    id,
    sentAt,
    company,
    positionTitle,
    labels,
    until: receiptExpiry(state, settings),
    status,
    files: files.map(({ field, kind, size }) => ({ field, kind, size })),
    ...(isReturned(state) && {
      refusal: {
        canCorrect: isCorrectable(state) && !isClosed(state),
        ...(isClosed(state) && { isClosed: true }),
        ...(state.reason === "file-lost" && { damaged: "file" }),
        ...(state.reason === "form-damaged" && { damaged: "form" }),
      },
    }),
    ...(status === "unconfirmed" && getPending(state) && { isUnderReview: true }),
  };
}

/**
 * Whether the platform refused the application because its position had closed, and cannot have received it
 * in an earlier attempt. Unknown after the contents are deleted.
 */
const isClosed = ({ reason, kept }: Failed) =>
  reason === "refused" && kept?.lastStatus === 410 && !kept.answerLost;

/** @param outcome outcome of the attempt that just ended, if any */
export function createSubmitResult(
  state: ApplicationState,
  settings: { RECEIPT_MS: number },
  outcome?: AttemptOutcome,
): SubmitResult {
  const isRefusedAgain = isCorrectable(state) && state.kept.attempts === 1;
  if (outcome && !leadsToReceipt(outcome) && isRefusedAgain) return outcome;
  const receipt = createReceipt(state, settings);
  if (receipt?.status === "already-applied") return { outcome: "already-applied" };
  if (receipt) return { outcome: "accepted", receipt };
  // The 409 may be for an earlier form whose response was lost. The candidate must send the form again.
  const isAmbiguous = outcome?.outcome === "already-applied" && "lostAt" in state;
  if (isAmbiguous) return { outcome: "unreachable", status: 409 };
  if (outcome && !leadsToReceipt(outcome)) return outcome;
  throw new Error("An unsent application has no result");
}

const leadsToReceipt = (outcome: AttemptOutcome): outcome is ReceiptOutcome =>
  ["accepted", "unconfirmed", "form-damaged"].includes(outcome.outcome);

/** Returns a log line for a failed or unconfirmed application whose contents are stored. */
export function operatorLogLine(state: ApplicationState): string | undefined {
  if (!("kept" in state) || !state.kept) return undefined;
  const { attempts, lastStatus } = state.kept;
  const problem =
    state.state === "failed" ? `could not be delivered (${state.reason})` : "is unconfirmed";
  return (
    `Application ${receiptNumber(state.record.receiptId)} ${problem} after ${attempts} ` +
    `${attempts === 1 ? "attempt" : "attempts"}; last answer: ${lastStatus ?? "none"}. ` +
    `It is kept until ${new Date(state.keepUntil).toISOString()}: npx puerta applications list`
  );
}
