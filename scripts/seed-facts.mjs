// What else a position of the seed says of itself: the contract's extension, checked.
import { z } from "zod";

const Line = z.string().trim().min(1).max(200);
const Country = z.string().regex(/^[A-Za-z]{2}$/, "must be two letters");
const Sum = z.number().min(0);

/** A day, or a moment. */
export const Moment = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  "must be a date such as 2026-11-20, or a date and time such as 2026-11-20T09:00:00Z",
);

const Pay = z
  .strictObject({
    min: Sum.optional(),
    max: Sum.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, "must be three capital letters")
      .optional(),
    unit: z.enum(["hour", "day", "week", "month", "year"]).optional(),
    text: Line.optional(),
  })
  .refine(({ min, max, text }) => (min ?? max ?? text) !== undefined, "says nothing")
  .refine(({ min, max, currency }) => (min ?? max) === undefined || currency, "needs a currency")
  .refine(({ min = 0, max = Infinity }) => min <= max, "has a min above its max");

/** The keys of a position that say more of it, by the contract's names. */
export const facts = {
  closes_at: Moment.optional(),
  employment_type: z
    .array(
      z.enum([
        "FULL_TIME",
        "PART_TIME",
        "CONTRACTOR",
        "TEMPORARY",
        "INTERN",
        "VOLUNTEER",
        "PER_DIEM",
        "OTHER",
      ]),
    )
    .min(1)
    .optional(),
  workplace: z.enum(["onsite", "hybrid", "remote"]).optional(),
  places: z
    .array(
      z
        .strictObject({
          street: Line,
          city: Line,
          region: Line,
          postal_code: Line,
          country: Country,
        })
        .partial(),
    )
    .min(1)
    .optional(),
  remote_countries: z.array(Country).min(1).optional(),
  pay: Pay.optional(),
  language: Line.optional(),
  identifier: Line.optional(),
  notices: z
    .array(
      z.strictObject({
        kind: Line.optional(),
        text: z.string().trim().min(1).max(2000),
        url: z.url({ protocol: /^https?$/ }).optional(),
      }),
    )
    .min(1)
    .optional(),
  talks_back: z.boolean().optional(),
};
