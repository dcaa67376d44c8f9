import { z } from "zod";
import { isUnsent, nextDueTime, getPending, findReason, type ApplicationState } from "./state";

/** An undelivered application in the operator's index. Contains nothing that the candidate entered. */
export const entrySchema = z.object({
  receiptId: z.string(),
  state: z.enum(["waiting", "failed", "unconfirmed"]),
  /** Why it failed. */
  reason: z.string().nullable(),
  clientUuid: z.string(),
  positionUuid: z.string(),
  /** ms since 1970. */
  sentAt: z.number(),
  attempts: z.number(),
  /** Last HTTP status from the platform, or null if it did not answer. */
  lastStatus: z.number().nullable(),
  /** When the next attempt is due, as last reported, or when kept contents are deleted. ms since 1970. */
  dueAt: z.number(),
});

export type UndeliveredEntry = z.infer<typeof entrySchema>;

/** The index entry for a state, or undefined if it needs none. */
export function createEntry(state: ApplicationState): UndeliveredEntry | undefined {
  // Most first attempts succeed, so they are not listed.
  const isFirstAttempt = state.state === "sending" && state.attempts === 1;
  const pending = getPending(state);
  if (isUnsent(state) || !pending || isFirstAttempt) return undefined;
  const { positionUuid, record } = state;
  const { attempts, lastStatus = null, isUnconfirmed } = pending;
  return {
    receiptId: record.receiptId,
    sentAt: record.sentAt,
    positionUuid,
    clientUuid: record.company.uuid,
    state: listedState(state.state, isUnconfirmed),
    reason: findReason(state),
    attempts,
    lastStatus,
    dueAt: nextDueTime(state) ?? ("startedAt" in state ? state.startedAt : record.sentAt),
  };
}

function listedState(state: string, isUnconfirmed = false): UndeliveredEntry["state"] {
  if (state === "failed" || state === "unconfirmed") return state;
  return state === "sending" && isUnconfirmed ? "unconfirmed" : "waiting";
}

/** Whether an entry still describes a state. Ignores attempt times and a running attempt. */
export function isUpToDate(reported: UndeliveredEntry, state: ApplicationState): boolean {
  const wanted = createEntry(state);
  if (!wanted) return false;
  if (state.state === "sending") return true;
  const fields = ["state", "reason", "attempts", "lastStatus"] as const;
  return fields.every((field) => reported[field] === wanted[field]);
}

/** A position in the list, just after this application. The list is ordered by time sent. */
export type Cursor = Pick<UndeliveredEntry, "sentAt" | "receiptId">;

export const compareCursors = (one: Cursor, other: Cursor): number =>
  one.sentAt - other.sentAt ||
  Number(one.receiptId > other.receiptId) - Number(one.receiptId < other.receiptId);

/** Formats a cursor as a URL parameter. */
export const formatCursor = ({ sentAt, receiptId }: Cursor): string => `${sentAt}-${receiptId}`;

export function parseCursor(text: string): Cursor | undefined {
  const [, sentAt, receiptId] = /^(\d{1,15})-([0-9a-f]{1,64})$/.exec(text) ?? [];
  return receiptId === undefined ? undefined : { sentAt: Number(sentAt), receiptId };
}

/** One shard per first digit of the receipt id, because one object handles a few hundred calls a second. */
const DIGITS = Array.from("0123456789abcdef");

/** Name of the shard with an application's entry. */
export const shardName = (receiptId: string): string => `undelivered-${receiptId.slice(0, 1)}`;

/** Names of the shards that may have receipt ids with this prefix. */
export const shardNames = (prefix: string): string[] =>
  DIGITS.filter((digit) => prefix === "" || digit === prefix[0]).map(shardName);
