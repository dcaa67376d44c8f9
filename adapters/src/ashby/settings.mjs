import { z } from "zod";
import { common, SecretName } from "../settings.mjs";

/** A board at Ashby. */
export const Ashby = z
  .strictObject({
    system: z.literal("ashby"),
    board: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/,
        "must be the board's name: what stands behind jobs.ashbyhq.com/ in its address",
      ),
    /** Without it the form is unknown, and candidates are sent to Ashby's own page. */
    key: SecretName.optional(),
    ...common,
  })
  .refine(({ apply, key }) => apply === "off" || key !== undefined, {
    path: ["key"],
    error:
      'is missing, and "apply" is "on": write the name of the secret that has the API key, such as ASHBY_KEY',
  });

/** @typedef {z.infer<typeof Ashby>} AshbyBoard */
