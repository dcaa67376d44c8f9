import { z } from "zod";

/** Kinds of employment, in schema.org's words. */
export const EMPLOYMENT_TYPES = [
  "FULL_TIME",
  "PART_TIME",
  "CONTRACTOR",
  "TEMPORARY",
  "INTERN",
  "VOLUNTEER",
  "PER_DIEM",
  "OTHER",
] as const;

export const WORKPLACES = ["onsite", "hybrid", "remote"] as const;

/** What pay is for. */
export const UNITS = ["hour", "day", "week", "month", "year"] as const;

/** What a platform can want to know besides the application. */
export const TAKEN = ["source"] as const;

/** What a platform can promise to honour. */
export const HONOURED = ["idempotency-key"] as const;

/**
 * The facts of a position (design, section 4b) as they are stored in its copies. It says no more than
 * their types, because they were checked when the platform's answer was read.
 */
export const factsShape = {
  /** An ISO date, perhaps with a time. */
  publishedAt: z.string().exactOptional(),
  /** An ISO date, whose whole day is meant, or a date with a time. */
  closesAt: z.string().exactOptional(),
  employmentTypes: z.array(z.enum(EMPLOYMENT_TYPES)).exactOptional(),
  workplace: z.enum(WORKPLACES).exactOptional(),
  places: z
    .array(
      z.object({
        street: z.string().exactOptional(),
        city: z.string().exactOptional(),
        region: z.string().exactOptional(),
        postalCode: z.string().exactOptional(),
        /** ISO 3166-1, two capital letters. */
        country: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  /** Where a remote job may be done from: ISO 3166-1, two capital letters each. */
  remoteCountries: z.array(z.string()).exactOptional(),
  /** With `min` or `max` there is a `currency` (ISO 4217); without either there is a `text`. */
  pay: z
    .object({
      min: z.number().exactOptional(),
      max: z.number().exactOptional(),
      currency: z.string().exactOptional(),
      unit: z.enum(UNITS).exactOptional(),
      text: z.string().exactOptional(),
    })
    .exactOptional(),
  department: z.string().exactOptional(),
  /** BCP 47 tag of the position's own texts. */
  language: z.string().exactOptional(),
  /** What the company calls the position by, such as `2026-114`. */
  identifier: z.string().exactOptional(),
  /** What the law or the company wants to be said: plain text, with an http(s) address if there is one. */
  notices: z
    .array(
      z.object({
        kind: z.string().exactOptional(),
        text: z.string(),
        url: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  /** The platform writes to the candidate itself. */
  talksBack: z.boolean().exactOptional(),
  takes: z.array(z.enum(TAKEN)).exactOptional(),
  /**
   * The platform answers an `Idempotency-Key` that it has accepted with the same success again, so a
   * 409 always means another application of the same person.
   */
  honoursKeys: z.boolean().exactOptional(),
};

/** What a platform may say of a position besides its name and its form. What it does not say has no key. */
export type Facts = z.infer<z.ZodObject<typeof factsShape>>;
export type Pay = NonNullable<Facts["pay"]>;
export type Place = NonNullable<Facts["places"]>[number];
export type Notice = NonNullable<Facts["notices"]>[number];
export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];
