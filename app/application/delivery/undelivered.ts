import { z } from "zod";

/**
 * What an operator sees of an application that has not been delivered; nothing of the candidate's. It is
 * a row of the index, and what an application remembers to have told the index.
 */
export const entrySchema = z.object({
  receiptId: z.string(),
  state: z.enum(["waiting", "failed"]),
  clientUuid: z.string(),
  positionUuid: z.string(),
  /** ms since 1970. */
  sentAt: z.number(),
  attempts: z.number(),
  /** The platform's last answer; null where it gave none. */
  lastStatus: z.number().nullable(),
  /** The next attempt, or until when a failed one is kept: ms since 1970. */
  dueAt: z.number(),
});

export type UndeliveredEntry = z.infer<typeof entrySchema>;

export function isSame(one: UndeliveredEntry | undefined, other: UndeliveredEntry): boolean {
  const fields = entrySchema.keyof().options;
  return one !== undefined && fields.every((field) => one[field] === other[field]);
}
