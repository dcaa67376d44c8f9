import { z } from "zod";
import { common, SecretName } from "../settings.mjs";

/** A careers site at Recruitee. */
export const Recruitee = z.strictObject({
  system: z.literal("recruitee"),
  board: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      "must be the company's name in its address, what stands before .recruitee.com",
    ),
  /** Reads and applications need it from {@link TOKEN_DAY}. */
  key: SecretName.optional(),
  /** What is sent for an option that was chosen: the documentation has its text. */
  choices: z
    .enum(
      ["text", "id"],
      'must be "text" (as documented) or "id": one application of your own shows it',
    )
    .default("text"),
  /** How a cover letter is asked: nothing says which is right. */
  cover_letter: z.enum(["text", "file"], 'must be "text" or "file"').default("text"),
  ...common,
});

/** @typedef {z.infer<typeof Recruitee>} RecruiteeBoard */

/** The day from which Recruitee answers 401 without a token. */
const TOKEN_DAY = "2027-02-10";

/**
 * What a folder without a key has to know.
 *
 * @param {Pick<RecruiteeBoard, "key">} board
 * @returns undefined if it has a key
 */
export function tokenAdvice({ key }, now = Date.now()) {
  if (key !== undefined) return undefined;
  const when = now < Date.parse(TOKEN_DAY) ? "from 10 February 2027" : "since 10 February 2027";
  return `${when} Recruitee answers only with the careers site's token: put it into a secret, and the secret's name into the folder ("key": "RECRUITEE_KEY")`;
}
