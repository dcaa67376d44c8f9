import { z } from "zod";
import { common, SecretName, Text } from "../settings.mjs";

/** A board at Greenhouse. */
export const Greenhouse = z
  .strictObject({
    system: z.literal("greenhouse"),
    board: z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{1,64}$/,
        "must be the board's token: what stands behind boards.greenhouse.io/ in its address",
      ),
    key: SecretName.optional(),
    /** What Greenhouse's hosted form asks and its API does not take, and this form may leave out. */
    leave_out: z
      .array(z.enum(["location", "education"], 'may have "location" and "education"'))
      .default([]),
    /** The name of the job's own field that says full time, part time, … */
    contract_type_from: Text.optional(),
    ...common,
  })
  .refine(({ apply, key }) => apply === "off" || key !== undefined, {
    path: ["key"],
    error:
      'is missing, and "apply" is "on": write the name of the secret that has the Job Board API key',
  });

/** @typedef {z.infer<typeof Greenhouse>} GreenhouseBoard */
