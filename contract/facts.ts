// Facts of a position, all optional (design, section 4b), in calls 1 and 3.
import { z } from "zod";
import { country } from "./countries";
import { FACTS_MOST } from "./limits";
import { EMPLOYMENT_TYPES, HONOURED, PAY_UNITS, TAKEN, WORKPLACES } from "./lists";
import {
  isoDate,
  line,
  listOf,
  oneOf,
  reference,
  text,
  flag,
  languageTag,
  webAddress,
} from "./values";

const hasSome = (value: object) => Object.keys(value).length > 0;

export const Place = z
  .object({ street: line, city: line, region: line, postal_code: line, country })
  .partial()
  .refine(hasSome, "says nothing");

const amount = z.preprocess(
  (given) =>
    typeof given === "string" && /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : given,
  z.number().min(0).max(1e12),
);

export const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, "must be three letters, such as EUR");

/** Figures with a currency, a text, or both. */
export const Pay = z
  .object({ min: amount, max: amount, currency, unit: oneOf(PAY_UNITS), text: line })
  .partial()
  .superRefine(({ min, max, currency: money, unit, text: words }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if ((min ?? max) === undefined) {
      if (money !== undefined) refuse("currency", "needs figures");
      if (unit !== undefined) refuse("unit", "needs figures");
    } else if (money === undefined) {
      if (min !== undefined) refuse("min", "needs a currency");
      if (max !== undefined) refuse("max", "needs a currency");
    } else if (min !== undefined && max !== undefined && min > max) {
      refuse("min", "is above max");
      refuse("max", "is below min");
    }
    if ((min ?? max ?? words) === undefined) context.addIssue("says nothing");
  });

export const Notice = z.object({
  kind: line.optional(),
  text: text.max(FACTS_MOST.notice),
  url: webAddress.optional(),
});

export const facts = {
  published_at: isoDate.optional(),
  closes_at: isoDate.optional().describe("The last day; without a time, the whole of it"),
  employment_type: listOf(oneOf(EMPLOYMENT_TYPES), FACTS_MOST.words).optional(),
  workplace: oneOf(WORKPLACES).optional(),
  places: listOf(Place, FACTS_MOST.places).optional(),
  remote_countries: listOf(country, FACTS_MOST.countries)
    .optional()
    .describe("Where a remote job may be done from"),
  pay: Pay.optional(),
  collective_agreement: line
    .optional()
    .describe("The one that applies (directive (EU) 2023/970, article 5)"),
  department: line.optional(),
  language: languageTag.optional().describe("The language of the position's own texts"),
  identifier: reference.optional().describe("The company's reference, such as 2026-114"),
  notices: listOf(Notice, FACTS_MOST.notices)
    .optional()
    .describe("Statements required by law or by the company"),
  talks_back: flag.optional().describe("The platform emails candidates itself"),
  takes: listOf(oneOf(TAKEN), FACTS_MOST.words)
    .optional()
    .describe("What to send besides the application"),
  honours: listOf(oneOf(HONOURED), FACTS_MOST.words)
    .optional()
    .describe(
      "With idempotency-key, a key that was accepted is answered with the same success again, so a 409 always means another application of the same person",
    ),
};

export type Facts = z.output<z.ZodObject<typeof facts>>;
export type Place = z.output<typeof Place>;
export type Pay = z.output<typeof Pay>;
export type Notice = z.output<typeof Notice>;
