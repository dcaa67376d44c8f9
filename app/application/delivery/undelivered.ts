import { z } from "zod";
import { isUnsent, type ApplicationState } from "./state";
import { reasonIn } from "./state-files";

/**
 * What an operator sees of an application that has not been delivered: nothing that the candidate
 * entered. It is a row of the index, and the application remembers the one that it last told the index.
 */
export const entrySchema = z.object({
  receiptId: z.string(),
  state: z.enum(["waiting", "failed", "unconfirmed"]),
  /** Why it failed; null otherwise. */
  reason: z.string().nullable(),
  clientUuid: z.string(),
  positionUuid: z.string(),
  /** ms since 1970. */
  sentAt: z.number(),
  attempts: z.number(),
  /** The HTTP status of the platform's last answer; null if it gave none. */
  lastStatus: z.number().nullable(),
  /**
   * When the next attempt was to be as the index was told, or until when the contents are kept: ms
   * since 1970.
   */
  dueAt: z.number(),
});

export type UndeliveredEntry = z.infer<typeof entrySchema>;

/** The entry that the index must hold for a state; undefined if it must hold none. */
export function entryOf(state: ApplicationState): UndeliveredEntry | undefined {
  if (isUnsent(state)) return undefined;
  const { positionUuid, record } = state;
  const { receiptId, sentAt, company } = record;
  const about = { receiptId, sentAt, positionUuid, clientUuid: company.uuid };
  if (state.state === "waiting" || state.state === "sending") {
    // Most first attempts succeed, and the index never hears which they are.
    if (state.state === "sending" && state.attempts === 1) return undefined;
    const { attempts, lastStatus = null } = state;
    const dueAt = state.state === "waiting" ? state.nextAt : state.startedAt;
    const listed = state.state === "sending" && state.isUnconfirmed ? "unconfirmed" : "waiting";
    return { ...about, state: listed, reason: null, attempts, lastStatus, dueAt };
  }
  if (!("kept" in state) || !state.kept) return undefined;
  const { attempts, lastStatus = null } = state.kept;
  return {
    ...about,
    state: state.state,
    reason: reasonIn(state),
    attempts,
    lastStatus,
    dueAt: state.keepUntil,
  };
}

/**
 * Whether an entry still says what it should of a state. When the next attempt is does not count: it
 * changes with every turn that an application is put off. Nor does an attempt under way: what comes of
 * it is told.
 */
export function isUpToDate(told: UndeliveredEntry, state: ApplicationState): boolean {
  const wanted = entryOf(state);
  if (!wanted) return false;
  if (state.state === "sending") return true;
  const fields = ["state", "reason", "attempts", "lastStatus"] as const;
  return fields.every((field) => told[field] === wanted[field]);
}

/** A place in the index, which names the oldest first: behind the application with these. */
export type Place = Pick<UndeliveredEntry, "sentAt" | "receiptId">;

/** Orders entries as the index names them. */
export const byPlace = (one: Place, other: Place): number =>
  one.sentAt - other.sentAt ||
  Number(one.receiptId > other.receiptId) - Number(one.receiptId < other.receiptId);

/** A place as a text for an address. */
export const textOfPlace = ({ sentAt, receiptId }: Place): string => `${sentAt}-${receiptId}`;

/** The place that a text names; undefined if it names none. */
export function placeIn(text: string): Place | undefined {
  const [, sentAt, receiptId] = /^(\d{1,15})-([0-9a-f]{1,64})$/.exec(text) ?? [];
  return receiptId === undefined ? undefined : { sentAt: Number(sentAt), receiptId };
}
