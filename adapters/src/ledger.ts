import * as z from "zod";

/** How long an entry is stored, in ms. */
export const ENTRY_MS = 90 * 24 * 60 * 60 * 1000;

/** The ledger's entry for one application. */
export const Entry = z.discriminatedUnion("state", [
  /** Posted `posts` times with an unknown outcome: the application may have arrived. */
  z.object({ version: z.literal(1), state: z.literal("unknown"), posts: z.number() }),
  /** The application arrived. `id` is returned to the site. */
  z.object({ version: z.literal(1), state: z.literal("accepted"), id: z.string() }),
]);

export type Entry = z.infer<typeof Entry>;
export type Unknown = Extract<Entry, { state: "unknown" }>;

/** Maximum number of posts with an unknown outcome, if the system does not detect duplicates. */
const MAX_POSTS = 2;

export type Step =
  | { step: "send"; before: Unknown | undefined }
  /** Another request is sending the application. */
  | { step: "wait" }
  | { step: "repeat"; id: string }
  /** The application may have arrived, and must not be posted again. */
  | { step: "stop" };

/**
 * Decides what to do with an application.
 *
 * @param isRunning whether another request is sending the application
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

/** Returns the entry to store before a post. */
export const countPost = (entry: Unknown | undefined): Unknown => ({
  version: 1,
  state: "unknown",
  posts: (entry?.posts ?? 0) + 1,
});
