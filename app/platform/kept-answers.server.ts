import { SizedMap } from "../runtime/sized-map";

/** An answer of the platform that is kept, with what tells whether it may still be used. */
export interface KeptAnswer {
  value: unknown;
  /** The client that it is about; a purge takes all answers about a client. */
  clientUuid: string;
  /** When the read began, in ms since 1970. */
  readAt: number;
}

/** What a value takes in memory besides its texts, in bytes (an estimate). */
const VALUE_BYTES = 50;

/** Answers in memory, by call and id, up to a number of bytes. */
export const keptAnswers = (most: number) =>
  new SizedMap<KeptAnswer>(most, ({ value }) => sizeOf(value));

/** About how many bytes a value of JSON takes in memory. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), VALUE_BYTES);
}
