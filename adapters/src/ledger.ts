import { z } from "zod";

/** How long an entry is stored, in ms. */
export const ENTRY_MS = 90 * 24 * 60 * 60 * 1000;

/** The ledger's entry for one `Idempotency-Key`. */
export const Entry = z.discriminatedUnion("state", [
  /** Posted `posts` times without a clear response: it may have arrived. */
  z.object({ version: z.literal(1), state: z.literal("unknown"), posts: z.number() }),
  /** It arrived; `id` was returned to the site. */
  z.object({ version: z.literal(1), state: z.literal("accepted"), id: z.string() }),
]);

export type Entry = z.infer<typeof Entry>;
export type Unknown = Extract<Entry, { state: "unknown" }>;

/** Maximum posts of an application that may have arrived: at worst, the company sees it twice. */
const MAX_POSTS = 2;

export type Step =
  | { step: "send"; before: Unknown | undefined }
  /** It is being sent now. */
  | { step: "wait" }
  | { step: "repeat"; id: string }
  /** It may have arrived, and must not be posted again. */
  | { step: "stop" };

/**
 * Decides what to do with an application.
 *
 * @param isRunning whether another request with its key is being handled
 * @param rules whether the system detects duplicates, and the company's choice if it does not
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

/** The entry to store before a post, so that it survives a crash. */
export const countPost = (entry: Unknown | undefined): Unknown => ({
  version: 1,
  state: "unknown",
  posts: (entry?.posts ?? 0) + 1,
});
