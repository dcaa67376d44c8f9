import { z } from "zod";

const Place = z.object({
  street: z.string().optional(),
  city: z.string().optional(),
  region: z.string().optional(),
  postal_code: z.string().optional(),
  country: z.string().optional(),
});

/** What else is said of a position, by the contract's own names, as the seed has checked it. */
export const Facts = z.object({
  closes_at: z.string().optional(),
  employment_type: z.array(z.string()).optional(),
  workplace: z.enum(["onsite", "hybrid", "remote"]).optional(),
  places: z.array(Place).optional(),
  remote_countries: z.array(z.string()).optional(),
  pay: z
    .object({
      min: z.number(),
      max: z.number(),
      currency: z.string(),
      unit: z.enum(["hour", "day", "week", "month", "year"]),
      text: z.string(),
    })
    .partial()
    .optional(),
  language: z.string().optional(),
  identifier: z.string().optional(),
  notices: z
    .array(z.object({ kind: z.string().optional(), text: z.string(), url: z.string().optional() }))
    .optional(),
  talks_back: z.boolean().optional(),
});
