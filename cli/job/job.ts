// A job by the names that files and tables use, and by the contract's.
import { z } from "zod";
import { checkQuestions, Job as Position, type JobWithDescription } from "../../contract/admin";
import { Question } from "../../contract/questions";
import { isMissing } from "../../contract/tolerant";
import { slugify } from "../../contract/slug";
import { strictSchema } from "../../contract/strict";
import { text } from "../../contract/values";
import { toHtml } from "./description";
import type { Entry, Fault } from "./located";

const { uuid, name, identifier, ...more } = Position.shape;
const { candidate_criteria_structured: _, apply_site_questions: __, ...others } = more;

/** A job, by the names of its facts (docs/companies.md). */
export const Job = z.strictObject({
  ...others,
  id: uuid.optional(),
  reference: identifier,
  title: name,
  requirements: z.array(text).default([]),
  nice_to_have: z.array(text).default([]),
  questions: z
    .array(Question)
    .superRefine((list, context) => checkQuestions(list, context))
    .default([]),
  description: z.string().regex(/\S/, "is missing"),
});

export type Job = z.infer<typeof Job>;

/** A stored job by the names of its facts, without those that are empty. */
export function factsOf(job: JobWithDescription): Record<string, unknown> {
  const { uuid: id, name, identifier, description, ...rest } = job;
  const { candidate_criteria_structured: criteria, apply_site_questions, ...more } = rest;
  const { essential_requirements = [], complimentary_requirements = [] } = criteria;
  const { killer_questions = [], open_questions = [] } = apply_site_questions;
  const facts = {
    ...{ id, reference: identifier, title: name, ...more },
    requirements: essential_requirements.map((one) => one.name),
    nice_to_have: complimentary_requirements.map((one) => one.name),
    questions: [...killer_questions, ...open_questions],
    // `readJob` takes a text that begins with a tag for HTML.
    description: description.trim().replace(/^[^<].*/s, "<div>$&</div>"),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => !isMissing(value)));
}

/** A job by the contract's names. */
export function positionOf(job: Job & { id: string }): JobWithDescription {
  const { id: uuid, title: name, reference, requirements, nice_to_have, questions, ...rest } = job;
  const named = (list: readonly string[]) => list.map((one) => ({ name: one }));
  return {
    ...{ ...rest, uuid, name },
    ...(reference !== undefined && { identifier: reference }),
    candidate_criteria_structured: {
      essential_requirements: named(requirements),
      complimentary_requirements: named(nice_to_have),
    },
    apply_site_questions: {
      killer_questions: questions.filter(({ answers }) => answers !== undefined),
      open_questions: questions.filter(({ answers }) => answers === undefined),
    },
  };
}

/** Facts of a new job that does not state them. */
export const defaultsFor = ({ country }: { country: string | null }) => ({
  country: country ?? undefined,
  published_at: new Date().toISOString().slice(0, "2026-11-20".length),
});

/** Facts that every job has: an empty value in a file does not change them. */
export const KEPT = ["id", "slug", "status", "country", "published_at"];

/** Checks a job of a file. Its description becomes HTML. Facts that the file omits are as in `before`. */
export function readJob(
  { facts, at, faults = [] }: Entry,
  before: Record<string, unknown> = {},
): { job: Job; faults: [] } | { job?: undefined; faults: Fault[] } {
  if (faults.length > 0) return { faults };
  const { description: text } = facts;
  const description = typeof text === "string" ? toHtml(text.trim()) : text;
  const given = Object.entries({ ...facts, ...("description" in facts && { description }) });
  const changes = given.filter(([name, value]) => !KEPT.includes(name) || !isMissing(value));
  const all: Record<string, unknown> = { ...before, ...Object.fromEntries(changes) };
  // Tables may have some columns of it.
  if (before.pay && all.pay) all.pay = { ...before.pay, ...all.pay };
  const slug = slugify(typeof all.title === "string" ? all.title : "");
  const result = strictSchema(Job).safeParse(
    JSON.parse(JSON.stringify({ slug, ...all }), withType),
  );
  if (result.success) return { job: result.data, faults: [] };
  const issues = result.error.issues.map((issue) => ({ ...issue, what: issue.path.join(".") }));
  return { faults: issues.map(({ path, what, message }) => ({ ...at(path), what, message })) };
}

/** Converts texts of YAML and tables to the type of their fact, of a job or of a field. */
function withType(name: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (/^(requirements|nice_to_have|cv_accept)$/.test(name)) return [value];
  if (/^(min|max|cv_max_bytes)$/.test(name) && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (/^(required|talks_back)$/.test(name) && /^(yes|no)$/i.test(value)) return /y/i.test(value);
  return value;
}
