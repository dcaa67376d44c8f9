import { z } from "zod";
import { common } from "../settings.mjs";

/** A careers site at Recruitee. */
export const Recruitee = z.strictObject({
  system: z.literal("recruitee"),
  board: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      "must be the company's name in its address, what stands before .recruitee.com",
    ),
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
