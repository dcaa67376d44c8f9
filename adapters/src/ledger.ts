import { z } from "zod";

/** How long a key is remembered: 90 days, in milliseconds. */
export const ENTRY_MS = 90 * 24 * 60 * 60 * 1000;

/** What the ledger has stored of one `Idempotency-Key`. */
export const Entry = z.discriminatedUnion("state", [
  /** It was posted `posts` times, without a clear answer: it may have arrived. */
  z.object({ version: z.literal(1), state: z.literal("unknown"), posts: z.number() }),
  /** It arrived; `id` is what was answered. */
  z.object({ version: z.literal(1), state: z.literal("accepted"), id: z.string() }),
]);

export type Entry = z.infer<typeof Entry>;
export type Unknown = Extract<Entry, { state: "unknown" }>;

/** Most posts of an application that may have arrived: at worst the company sees it twice. */
const MAX_POSTS = 2;

/** What happens to an application that comes in. */
export type Step =
  | { step: "send"; before: Unknown | undefined }
  /** It is being sent at this moment. */
  | { step: "wait" }
  | { step: "repeat"; id: string }
  /** It may be there already, and is not posted again. */
  | { step: "stop" };

/**
 * What to do with an application of this key.
 *
 * @param isRunning whether one of this key is being read or sent now
 * @param rules whether the system tells duplicates apart, and what the company wants where it does not
 */
export function nextStep(
  entry: Entry | undefined,
  isRunning: boolean,
  rules: { detectsDuplicates: boolean; repeat: "send" | "stop" },
): Step {
  if (entry?.state === "accepted") return { step: "repeat", id: entry.id };
  if (isRunning) return { step: "wait" };
  const max = rules.repeat === "stop" ? 1 : MAX_POSTS;
  const isOver = entry !== undefined && entry.posts >= max && !rules.detectsDuplicates;
  return isOver ? { step: "stop" } : { step: "send", before: entry };
}

/** What the ledger writes down before a post, so that it stands there after a crash. */
export const countPost = (entry: Unknown | undefined): Unknown => ({
  version: 1,
  state: "unknown",
  posts: (entry?.posts ?? 0) + 1,
});
