import { z } from "zod";

/**
 * What an operator sees of an application that has not been delivered: nothing that the candidate
 * entered. It is a row of the index, and the application remembers the one that it last told the index.
 */
export const entrySchema = z.object({
  receiptId: z.string(),
  state: z.enum(["waiting", "failed", "unconfirmed"]),
  clientUuid: z.string(),
  positionUuid: z.string(),
  /** ms since 1970. */
  sentAt: z.number(),
  attempts: z.number(),
  /** The HTTP status of the platform's last answer; null if it gave none. */
  lastStatus: z.number().nullable(),
  /** When the next attempt is, or until when a failed application is kept: ms since 1970. */
  dueAt: z.number(),
});

export type UndeliveredEntry = z.infer<typeof entrySchema>;

export function isSame(one: UndeliveredEntry | undefined, other: UndeliveredEntry): boolean {
  const fields = entrySchema.keyof().options;
  return one !== undefined && fields.every((field) => one[field] === other[field]);
}
