import * as z from "zod";
import { isUnsent, nextDueTime, getPending, findReason, type ApplicationState } from "./state";

/** An undelivered application in the operator's index. Contains no candidate input. */
export const entrySchema = z.object({
  receiptId: z.string(),
  /** `lost`: the object's storage is empty. Only the index stores this state. */
  state: z.enum(["waiting", "failed", "unconfirmed", "lost"]),
  reason: z.string().nullable(),
  clientUuid: z.string(),
  positionUuid: z.string(),
  /** Time of sending, in ms since 1970. */
  sentAt: z.number(),
  attempts: z.number(),
  /** The last HTTP status from the platform, or null if it is unknown. */
  lastStatus: z.number().nullable(),
  /** Time of the next attempt, the deletion, or the running attempt's start, in ms since 1970. */
  dueAt: z.number(),
});

export type UndeliveredEntry = z.infer<typeof entrySchema>;

/** Creates the index entry for a state, or returns undefined if the state needs no entry. */
export function createEntry(state: ApplicationState): UndeliveredEntry | undefined {
  // First attempts are not listed, because most of them succeed.
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

/** Whether an entry still describes a state. Ignores due times and running attempts. */
export function isUpToDate(reported: UndeliveredEntry, state: ApplicationState): boolean {
  const wanted = createEntry(state);
  if (!wanted) return false;
  if (state.state === "sending") return true;
  const fields = ["state", "reason", "attempts", "lastStatus"] as const;
  return fields.every((field) => reported[field] === wanted[field]);
}

/** The last application on a page of the list, which is ordered by sending time. */
export type Cursor = Pick<UndeliveredEntry, "sentAt" | "receiptId">;

export const compareCursors = (a: Cursor, b: Cursor): number =>
  a.sentAt - b.sentAt || Number(a.receiptId > b.receiptId) - Number(a.receiptId < b.receiptId);

export const formatCursor = ({ sentAt, receiptId }: Cursor): string => `${sentAt}-${receiptId}`;

export function parseCursor(text: string): Cursor | undefined {
  const [, sentAt, receiptId] = /^(\d{1,15})-([0-9a-f]{1,64})$/.exec(text) ?? [];
  return receiptId === undefined ? undefined : { sentAt: Number(sentAt), receiptId };
}

/** One shard per first digit of the receipt id. */
const DIGITS = Array.from("0123456789abcdef");

export const shardName = (receiptId: string): string => `undelivered-${receiptId.slice(0, 1)}`;

/** Names of the shards for receipt ids with this prefix. */
export const shardNames = (prefix: string): string[] =>
  DIGITS.filter((digit) => prefix === "" || digit === prefix[0]).map(shardName);
