// A position of the seed, checked.
import { z } from "zod";
import { facts, Moment } from "./seed-facts.mjs";
import { asks } from "./seed-fields.mjs";

export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be small letters, digits and -");
export const Text = z.string().trim().min(1);
export const Country = z.string().regex(/^[A-Za-z]{2}$/, "must be two letters");

const Requirements = z.array(z.object({ name: Text })).default([]);
const KillerQuestions = unique(
  z.array(z.strictObject({ question: Text, answers: z.array(Text).min(2) })),
);
const OpenQuestions = unique(z.array(z.strictObject({ question: Text })));

export const Position = z.strictObject({
  slug: Slug,
  uuid: z.uuid(),
  name: Text,
  location: Text,
  country: Country,
  contract_type: Text.nullable().default(null),
  join_date: Text.nullable().default(null),
  department: Text.nullable().default(null),
  published_at: Moment,
  status: z.enum(["open", "closed"]).default("open"),
  candidate_criteria_structured: z.object({
    essential_requirements: Requirements,
    complimentary_requirements: Requirements,
  }),
  apply_site_questions: z.union([
    KillerQuestions,
    z.strictObject({
      killer_questions: KillerQuestions.optional(),
      open_questions: OpenQuestions.optional(),
    }),
  ]),
  ...asks,
  ...facts,
});

/**
 * A list in which no question comes twice: a question is identified by its text.
 *
 * @template {z.ZodType<{ question: string }[]>} T
 * @param {T} list
 */
function unique(list) {
  return list.refine(
    (items) => new Set(items.map(({ question }) => question)).size === items.length,
    "has the same question twice",
  );
}
