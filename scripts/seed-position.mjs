// A position of the seed: the contract's, with what the embedded platform needs.
import { z } from "zod";
import { country } from "../contract/countries";
import { facts as allFacts } from "../contract/facts";
import { asks as otherAsks } from "../contract/fields";
import { FIELDS_MOST } from "../contract/limits";
import * as contract from "../contract/position";
import { isoDate, text } from "../contract/values";

export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be small letters, digits and -");

const { shape } = contract.Position;

// The first two have columns of their own; the platform alone knows what it honours.
const { published_at: _, department, honours: __, ...others } = allFacts;

/** The keys of a position that say more of it. */
export const facts = others;

/** The keys of a position that say what it asks besides its questions. */
export const asks = {
  fields: shape.fields.superRefine((list = [], context) => {
    const refuse = refuser(context);
    if (hasTwice(list.map(({ id }) => id))) refuse("has the same id twice");
    for (const [index, field] of list.entries()) {
      if ("options" in field && hasTwice(field.options.map(({ value }) => value))) {
        refuse("has the same value twice: remove one", index, "options");
      }
    }
    const most = FIELDS_MOST.characters;
    if (JSON.stringify(list).length > most) {
      refuse(`are too long: shorten them to ${most} characters in all, with their options`);
    }
  }),
  ...otherAsks,
};

export const Position = z.strictObject({
  slug: Slug,
  uuid: z.uuid(),
  name: text,
  location: text,
  country,
  contract_type: orNull(shape.contract_type),
  join_date: orNull(shape.join_date),
  department: orNull(department),
  published_at: isoDate,
  status: shape.status.unwrap().default("open"),
  candidate_criteria_structured: shape.candidate_criteria_structured.unwrap().default({}),
  apply_site_questions: shape.apply_site_questions
    .unwrap()
    .superRefine(({ killer_questions = [], open_questions = [] }, context) => {
      checkQuestions(killer_questions, context, "killer_questions");
      checkQuestions(open_questions, context, "open_questions");
      for (const [index, { answers = [] }] of open_questions.entries()) {
        if (answers.length === 0) continue;
        const path = ["open_questions", index, "answers"];
        refuser(context)("would not be shown: move the question to killer_questions", ...path);
      }
    })
    .default({}),
  ...asks,
  ...facts,
});

/**
 * A value that is null where nothing is said.
 *
 * @template {z.ZodType} T @param {z.ZodOptional<T>} schema
 */
export function orNull(schema) {
  return schema.unwrap().nullable().default(null);
}

/**
 * Checks that no question comes twice, since its text identifies it, and that there is a choice of answers.
 *
 * @param {readonly { question: string, answers?: string[] | undefined }[]} list
 * @param {z.RefinementCtx} context @param {PropertyKey[]} path of the list
 */
export function checkQuestions(list, context, ...path) {
  const refuse = refuser(context, path);
  for (const [index, { answers }] of list.entries()) {
    if (answers?.length === 1) refuse("must be two or more", index, "answers");
  }
  if (hasTwice(list.map(({ question }) => question))) refuse("has the same question twice");
}

/** @param {readonly string[]} list */
const hasTwice = (list) => new Set(list).size < list.length;

/** @param {z.RefinementCtx} context @param {PropertyKey[]} path */
function refuser(context, path = []) {
  return (/** @type {string} */ message, /** @type {PropertyKey[]} */ ...at) =>
    context.addIssue({ code: "custom", path: [...path, ...at], message });
}
