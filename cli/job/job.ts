// Converts jobs between the names in files or tables and the contract's names.
import * as z from "zod";
import {
  checkQuestions,
  Job as Position,
  WrittenJob,
  type JobWithDescription,
} from "~/contract/admin";
import { Question } from "~/contract/questions";
import { isMissing } from "~/contract/tolerant";
import { slugify } from "~/contract/slug";
import { strictSchema } from "~/contract/strict";
import { text } from "~/contract/values";
import { findCountry } from "../lib/country";
import { toHtml } from "~/platform/src/companies/description";
import type { Entry, Problem } from "./parse-source";

const { uuid, name, identifier, ...more } = Position.shape;
const { candidate_criteria_structured: _, apply_site_questions: __, ...others } = more;

/** A job with the fact names of files (docs/companies.md). */
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
  description: WrittenJob.shape.description,
});

export type Job = z.infer<typeof Job>;

export function toFacts(job: JobWithDescription): Record<string, unknown> {
  const { uuid: id, name, identifier, description, ...rest } = job;
  const { candidate_criteria_structured: criteria, apply_site_questions, ...more } = rest;
  const { essential_requirements = [], complimentary_requirements = [] } = criteria;
  const { killer_questions = [], open_questions = [] } = apply_site_questions;
  const facts = {
    ...{ id, reference: identifier, title: name, ...more },
    requirements: essential_requirements.map(({ name: text }) => text),
    nice_to_have: complimentary_requirements.map(({ name: text }) => text),
    questions: [...killer_questions, ...open_questions],
    // `parseJob` treats text that begins with `<` as HTML.
    description: description.trim().replace(/^[^<].*/s, "<div>$&</div>"),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => !isMissing(value)));
}

export function toPosition(job: Job & { id: string }): JobWithDescription {
  const { id: uuid, title: name, reference, requirements, nice_to_have, questions, ...rest } = job;
  const named = (list: readonly string[]) => list.map((text) => ({ name: text }));
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

export const jobDefaults = ({ country }: { country: string | null }) => ({
  country: country ?? undefined,
  published_at: new Date().toISOString().slice(0, "2026-11-20".length),
});

/** Every job has these facts, so an empty value in a file does not clear them. */
export const REQUIRED_FACTS = ["id", "slug", "status", "country", "published_at"];

/** Validates a job from a file and converts its description to HTML. Omitted facts come from `before`. */
export function parseJob(
  { facts, at, problems = [] }: Entry,
  before: Record<string, unknown> = {},
): { job: Job; problems: [] } | { job?: undefined; problems: Problem[] } {
  if (problems.length > 0) return { problems };
  const { description: text } = facts;
  const description = typeof text === "string" ? toHtml(text.trim()) : text;
  const given = Object.entries({ ...facts, ...("description" in facts && { description }) });
  const changes = given.filter(
    ([name, value]) => !REQUIRED_FACTS.includes(name) || !isMissing(value),
  );
  const all: Record<string, unknown> = { ...before, ...Object.fromEntries(changes) };
  // A table can have only some pay columns.
  if (before.pay && all.pay) all.pay = { ...before.pay, ...all.pay };
  const slug = slugify(typeof all.title === "string" ? all.title : "");
  const result = strictSchema(Job).safeParse(
    JSON.parse(JSON.stringify({ slug, ...all }), convertText),
  );
  if (result.success) return { job: result.data, problems: [] };
  const found = result.error.issues.map(({ path, message }) => ({
    ...at(path),
    field: path.join("."),
    message,
  }));
  return { problems: orderProblems(found) };
}

/** Sorts problems by position, and keeps the first for each fact. */
const orderProblems = (problems: readonly (Problem & { field: string })[]): Problem[] =>
  problems
    .filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index)
    .sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));

/** Converts text from YAML or a table to the type of its fact. */
function convertText(name: string, value: unknown): unknown {
  if (name === "remote_countries" && Array.isArray(value)) {
    return value.map((country: unknown) => convertText("country", country));
  }
  if (typeof value !== "string") return value;
  if (name === "country") return findCountry(value) ?? value;
  if (name === "remote_countries") return [findCountry(value) ?? value];
  if (/^(requirements|nice_to_have|cv_accept)$/.test(name)) return [value];
  if (/^(min|max|cv_max_bytes)$/.test(name) && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (/^(required|talks_back)$/.test(name) && /^(yes|no)$/i.test(value)) return /y/i.test(value);
  return value;
}
