// Companies and jobs in the embedded platform's admin interface and seed files.
import * as z from "zod";
import { Client } from "./client";
import { country } from "./countries";
import { facts as allFacts } from "./facts";
import { formSettings } from "./fields";
import { LANGUAGES } from "./languages";
import { FIELD_LIMITS } from "./limits";
import { Position } from "./position";
import { isoDate, text } from "./values";

/** The admin interface's base path, on the site and on a standalone platform. */
export const ADMIN_PATH = "/-/admin";

/** Maximum size of a request body. */
export const ADMIN_BODY_BYTES = 20_000_000;

export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lowercase letters, digits and -");

const client = Client.shape;

/** The facts in `company.json`. */
export const companyFacts = {
  uuid: z.uuid().toLowerCase(),
  code: Slug,
  name: text,
  description: client.description.unwrap().default(""),
  logo: orNull(client.logo),
  main_image: orNull(client.main_image),
  favicon: orNull(client.favicon),
  language_default: z.enum(LANGUAGES),
  country,
  is_cv_required: client.is_cv_required.unwrap(),
  social_links: client.social_links.unwrap().default({}),
  next_steps: orNull(client.next_steps),
  sections: client.sections.unwrap().default([]),
  retention_months: z.int().min(1).max(120).nullable().default(null),
};

export const Company = z.strictObject({
  ...companyFacts,
  texts: client.texts.unwrap().default({}),
  privacy_policy: z.string().regex(/\S/, "is missing"),
  apply_page_css: z.string().default(""),
  apply_page_js: z.string().default(""),
});

export type Company = z.infer<typeof Company>;

export const CompanyRow = z.object({
  uuid: z.string(),
  code: z.string(),
  name: z.string(),
  language_default: z.string(),
  country: z.string().nullable(),
  open: z.number(),
  closed: z.number(),
  applications: z.number(),
  /** The privacy policy, if it still contains blanks to fill in. */
  unpublished_policy: z.string().nullable(),
  /** Paths of the career site and of the newest open job. */
  career_site: z.string(),
  position: z.string().nullable(),
});

export type CompanyRow = z.infer<typeof CompanyRow>;

const { shape } = Position;

// `published_at` and `department` have separate columns. The platform sets `honours`.
const { published_at: _, department, honours: __, ...optionalFacts } = allFacts;

export const jobFacts = optionalFacts;

/** A job's fields and form settings, without its questions. */
export const jobFormSettings = {
  fields: shape.fields.superRefine((list = [], context) => {
    const refuse = issueReporter(context);
    if (hasDuplicates(list.map(({ id }) => id))) refuse("has the same id twice");
    for (const [index, field] of list.entries()) {
      if ("options" in field && hasDuplicates(field.options.map(({ value }) => value))) {
        refuse("has the same value twice: remove one", index, "options");
      }
    }
    const max = FIELD_LIMITS.characters;
    if (JSON.stringify(list).length > max) {
      refuse(`are too long: shorten them to ${max} characters in all, with their options`);
    }
  }),
  ...formSettings,
};

export const Job = z.strictObject({
  slug: Slug,
  uuid: z.uuid().toLowerCase(),
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
        issueReporter(context)(
          "would not be shown: move the question to killer_questions",
          ...path,
        );
      }
    })
    .default({}),
  ...jobFormSettings,
  ...jobFacts,
});

/** A job with its HTML description, as the admin interface accepts and returns it. */
export const JobWithDescription = Job.extend({ description: z.string().default("") });

export type JobWithDescription = z.infer<typeof JobWithDescription>;

/** A job as written in files. Seed files and older rows can lack a description. */
export const WrittenJob = JobWithDescription.extend({
  description: z.string().regex(/\S/, "is missing"),
});

/** Makes a schema return null for a missing value. */
function orNull<T extends z.ZodType>(schema: z.ZodOptional<T>) {
  return schema.unwrap().nullable().default(null);
}

interface QuestionLike {
  question: string;
  answers?: string[] | undefined;
}

/** Rejects duplicate questions, which would be indistinguishable, and questions with a single answer. */
export function checkQuestions(
  list: readonly QuestionLike[],
  context: z.RefinementCtx,
  ...path: PropertyKey[]
): void {
  const refuse = issueReporter(context, path);
  for (const [index, { answers }] of list.entries()) {
    if (answers?.length === 1) refuse("must be two or more", index, "answers");
  }
  if (hasDuplicates(list.map(({ question }) => question))) refuse("has the same question twice");
}

const hasDuplicates = (list: readonly string[]) => new Set(list).size < list.length;

function issueReporter(context: z.RefinementCtx, path: PropertyKey[] = []) {
  return (message: string, ...at: PropertyKey[]) =>
    context.addIssue({ code: "custom", path: [...path, ...at], message });
}
