// A position's facts in calls 1 and 3, all optional.
import * as z from "zod";
import { country } from "./countries";
import { FACT_LIMITS } from "./limits";
import { EMPLOYMENT_TYPES, PROMISES, PAY_UNITS, EXTRAS, WORKPLACES } from "./lists";
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

const hasKeys = (value: object) => Object.keys(value).length > 0;

export const Place = z
  .object({ street: line, city: line, region: line, postal_code: line, country })
  .partial()
  .refine(hasKeys, "is empty");

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

/** Text, amounts with their currency, or both. */
export const Pay = z
  .object({ min: amount, max: amount, currency, unit: oneOf(PAY_UNITS), text: line })
  .partial()
  .superRefine(({ min, max, currency: money, unit, text: words }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if ((min ?? max) === undefined) {
      if (money !== undefined) refuse("currency", "needs an amount");
      if (unit !== undefined) refuse("unit", "needs an amount");
    } else if (money === undefined) {
      if (min !== undefined) refuse("min", "needs a currency");
      if (max !== undefined) refuse("max", "needs a currency");
    } else if (min !== undefined && max !== undefined && min > max) {
      refuse("min", "is above max");
      refuse("max", "is below min");
    }
    if ((min ?? max ?? words) === undefined) context.addIssue("is empty");
  });

export const Notice = z.object({
  kind: line.optional(),
  text: text.max(FACT_LIMITS.notice),
  url: webAddress.optional(),
});

export const facts = {
  published_at: isoDate.optional(),
  closes_at: isoDate
    .optional()
    .describe("The last day for applications, or the time at which they close"),
  employment_type: listOf(oneOf(EMPLOYMENT_TYPES), FACT_LIMITS.words).optional(),
  workplace: oneOf(WORKPLACES).optional(),
  places: listOf(Place, FACT_LIMITS.places).optional(),
  remote_countries: listOf(country, FACT_LIMITS.countries)
    .optional()
    .describe("Countries from which a remote job can be done"),
  pay: Pay.optional(),
  collective_agreement: line
    .optional()
    .describe("The applicable agreement (directive (EU) 2023/970, article 5)"),
  department: line.optional(),
  employer: line
    .optional()
    .describe("The hiring organization, if it is not the company itself, such as a subsidiary"),
  language: languageTag.optional().describe("The language of the position's texts"),
  identifier: reference.optional().describe("The company's reference, such as 2026-114"),
  notices: listOf(Notice, FACT_LIMITS.notices)
    .optional()
    .describe("Statements required by law or by the company"),
  talks_back: flag
    .optional()
    .describe("Whether the platform emails candidates who answer the field email"),
  takes: listOf(oneOf(EXTRAS), FACT_LIMITS.words)
    .optional()
    .describe("Extras to send with the application"),
  honours: listOf(oneOf(PROMISES), FACT_LIMITS.words)
    .optional()
    .describe(
      "Promises of the platform. idempotency-key: an accepted application succeeds again if it is repeated with the same key, and a 409 always means that this person applied before",
    ),
};

export type Facts = z.output<z.ZodObject<typeof facts>>;
export type Place = z.output<typeof Place>;
export type Pay = z.output<typeof Pay>;
export type Notice = z.output<typeof Notice>;
