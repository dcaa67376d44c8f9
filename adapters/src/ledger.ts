import { z } from "zod";

/** How long a key is remembered: 90 days, in milliseconds. */
export const REMEMBERED_MS = 90 * 24 * 60 * 60 * 1000;

/** What the ledger has stored of one `Idempotency-Key`. */
export const Entry = z.discriminatedUnion("state", [
  /** It was sent, and nobody knows yet whether it arrived. */
  z.object({ version: z.literal(1), state: z.literal("unknown") }),
  /** It arrived; `id` is what was answered. */
  z.object({ version: z.literal(1), state: z.literal("accepted"), id: z.string() }),
]);

export type Entry = z.infer<typeof Entry>;

/** What happens to an application that comes in. */
export type Step =
  | { step: "send" }
  /** It is being sent at this moment. */
  | { step: "wait" }
  | { step: "repeat"; id: string }
  /** It may be there already, and only the company may have it sent once more. */
  | { step: "stop" };

/**
 * What to do with an application of this key.
 *
 * @param isRunning whether one of this key is being read or sent now
 * @param rules whether the system tells duplicates apart, and what the company wants where it does not
 */
export function stepOf(
  entry: Entry | undefined,
  isRunning: boolean,
  rules: { tellsDuplicates: boolean; repeat: "send" | "stop" },
): Step {
  if (entry?.state === "accepted") return { step: "repeat", id: entry.id };
  if (isRunning) return { step: "wait" };
  if (entry?.state === "unknown" && !rules.tellsDuplicates && rules.repeat === "stop") {
    return { step: "stop" };
  }
  return { step: "send" };
}

/**
 * What the ledger remembers after a post, and whether the system's "already there" means that the
 * earlier one of this key arrived.
 *
 * @param before what it remembered before the post
 * @param newId the id to answer if the system says none
 */
export function afterPost(
  before: Entry | undefined,
  outcome: { outcome: string; id?: string | undefined },
  newId: string,
): Entry | undefined {
  const arrived =
    outcome.outcome === "accepted" ||
    (outcome.outcome === "duplicate" && before?.state === "unknown");
  if (arrived) return { version: 1, state: "accepted", id: outcome.id ?? newId };
  // What the system did not take now, it may have taken before.
  return outcome.outcome === "unknown" ? { version: 1, state: "unknown" } : before;
}
