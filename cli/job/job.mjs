// A job as people write it, in files and tables, and as the platform's database has it.
import { z } from "zod";
import { isNothing } from "../../contract/read";
import { slugOf } from "../../contract/slug";
import { Question, Questions } from "../../contract/questions";
import { text } from "../../contract/values";
import * as platform from "../../platform/src/store";
import { checkQuestions, Job as Position } from "../../contract/admin";
import { strictly } from "../../contract/strictly";
import { htmlOf, sameHtml } from "./description.mjs";

/** @typedef {import("./located.mjs").Entry} Entry */
/** @typedef {import("./located.mjs").Fault} Fault */

const {
  uuid,
  name: title,
  identifier: reference,
  candidate_criteria_structured: criteria,
  apply_site_questions: _,
  ...others
} = Position.shape;

/** A job, by the names of its facts (docs/companies.md). */
export const Job = z.strictObject({
  id: uuid.optional(),
  reference,
  title,
  requirements: z.array(text).default([]),
  nice_to_have: z.array(text).default([]),
  questions: z
    .array(Question)
    .superRefine((list, context) => checkQuestions(list, context))
    .default([]),
  ...others,
  description: z.string().regex(/\S/, "is missing"),
});

/** @typedef {z.infer<typeof Job>} Job */

/** What a job may have in all: a statement of D1 has at most 100 KB. */
const MAX_BYTES = 95_000;

const Json = z.string().transform((json) => /** @type {unknown} */ (JSON.parse(json)));

/** A row of `positions`. */
export const Row = platform.Position.extend({
  candidate_criteria_structured: Json.pipe(criteria.unwrap()),
  apply_site_questions: Json.pipe(Questions).transform(
    ({ killer_questions = [], open_questions = [] }) => [...killer_questions, ...open_questions],
  ),
});

/** @typedef {z.infer<typeof Row>} Row */

/**
 * What a row says of a job; what it does not say is left out.
 *
 * @param {Row} row
 * @returns {Record<string, unknown>}
 */
export function factsOf(row) {
  const { uuid, client_uuid: _, name, description, asks, facts, ...others } = row;
  const { candidate_criteria_structured, apply_site_questions: questions, ...rest } = others;
  const { essential_requirements = [], complimentary_requirements = [] } =
    candidate_criteria_structured;
  const { identifier: reference, ...more } = facts;
  return withoutNothing({
    ...{ id: uuid, reference, title: name, ...rest },
    requirements: essential_requirements.map((one) => one.name),
    nice_to_have: complimentary_requirements.map((one) => one.name),
    ...{ questions, ...asks, ...more, description },
  });
}

/** @param {Record<string, unknown>} facts */
const withoutNothing = (facts) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => !isNothing(value)));

/**
 * A job as the seed has a position.
 *
 * @param {Record<string, unknown>} facts of a job
 * @returns {Record<string, unknown>}
 */
export function positionOf(facts) {
  const {
    id,
    reference,
    title,
    requirements = [],
    nice_to_have = [],
    questions = [],
    ...rest
  } = /** @type {Partial<Job>} */ (facts); // What `readJob` has checked, or a row that it once did.
  const killer_questions = questions.filter(({ answers }) => answers !== undefined);
  const open_questions = questions.filter(({ answers }) => answers === undefined);
  return {
    ...rest,
    uuid: id,
    name: title,
    candidate_criteria_structured: {
      essential_requirements: requirements.map((name) => ({ name })),
      complimentary_requirements: nice_to_have.map((name) => ({ name })),
    },
    apply_site_questions: { killer_questions, open_questions },
    ...(reference === undefined ? {} : { identifier: reference }),
  };
}

/** Facts that no job is without: where a file leaves one empty, it stays as it was. */
export const KEPT = ["id", "slug", "status", "country", "published_at"];

/**
 * Checks what a file says of a job. Its description becomes HTML.
 *
 * @param {Entry} entry
 * @param {Record<string, unknown>} [before] what is known of the job already; the entry has the last word
 * @returns {{ job: Job, faults: [] } | { job?: undefined, faults: Fault[] }}
 */
export function readJob({ facts, at }, before = {}) {
  const said = Object.entries({ ...facts, ...described(facts, before) }).filter(
    ([name, value]) => !KEPT.includes(name) || !isNothing(value),
  );
  const given = plain({ ...before, ...Object.fromEntries(said) });
  const { title } = given;
  const slug = slugOf(typeof title === "string" ? title : "");
  const result = strictly(Job).safeParse({ slug, ...given });
  if (!result.success) {
    return {
      faults: result.error.issues.map(({ path, message }) => ({
        ...at(path),
        what: path.join("."),
        message,
      })),
    };
  }
  const bytes = Buffer.byteLength(JSON.stringify(result.data).replaceAll("'", "''"));
  if (bytes > MAX_BYTES) {
    const message = `has ${bytes} bytes with all its texts; the database takes ${MAX_BYTES}`;
    return { faults: [{ ...at([]), message }] };
  }
  const nul = Object.entries(result.data).find(([, value]) =>
    JSON.stringify(value).includes("\\u0000"),
  );
  if (nul) return { faults: [{ ...at([nul[0]]), what: nul[0], message: "has a NUL character" }] };
  return { job: result.data, faults: [] };
}

/**
 * A description as HTML: the very one that there was, if it says the same.
 *
 * @param {Record<string, unknown>} facts @param {Record<string, unknown>} before
 */
function described({ description }, { description: earlier }) {
  if (typeof description !== "string") return {};
  const html = htmlOf(description.trim());
  return { description: typeof earlier === "string" && sameHtml(html, earlier) ? earlier : html };
}

/** @param {unknown} value a single text stands for a list of one */
const listed = (value) => (typeof value === "string" ? [value] : value);

/** @param {unknown} value */
const number = (value) =>
  typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

/** @param {unknown} value */
function yesOrNo(value) {
  if (typeof value !== "string") return value;
  if (/^(yes|true)$/i.test(value)) return true;
  return /^(no|false)$/i.test(value) ? false : value;
}

/** The facts that are no texts, of a job and of its fields. @type {Map<string, (value: unknown) => unknown>} */
const TYPES = new Map([
  ["requirements", listed],
  ["nice_to_have", listed],
  ["cv_accept", listed],
  ["cv_max_bytes", number],
  ["min", number],
  ["max", number],
  ["required", yesOrNo],
  ["talks_back", yesOrNo],
]);

/**
 * Facts with the types that a job has: files in YAML and tables have texts everywhere.
 *
 * @param {Record<string, unknown>} given
 */
function plain(given) {
  /** @type {(name: string, value: unknown) => unknown} */
  const typed = (name, value) => TYPES.get(name)?.(value) ?? value;
  return /** @type {Record<string, unknown>} */ (JSON.parse(JSON.stringify(given), typed));
}
