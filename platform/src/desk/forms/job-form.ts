import * as z from "zod";
import { WrittenJob, type JobWithDescription } from "~/contract/admin";
import { FIELD_LIMITS } from "~/contract/limits";
import { EMPLOYMENT_TYPES } from "~/contract/lists";
import { slugify } from "~/contract/slug";
import { strictSchema } from "~/contract/strict";
import { toHtml, toText } from "~/platform/src/companies/description";
import { splitLines, pick, readItems, getText, toErrors, toRecord, type EntryError } from "./form";

/** The kinds of questions, in the order of the select element. */
export const QUESTION_KINDS = [
  ...(["yes_no", "one_of", "some_of", "text", "long_text", "email", "url", "number"] as const),
  ...(["date", "file", "consent", "note"] as const),
];

const QuestionEntry = z.object({
  kind: z.enum(QUESTION_KINDS),
  label: z.string(),
  hint: z.string(),
  isRequired: z.boolean(),
  isVoluntary: z.boolean(),
  /** One option per line. */
  options: z.string(),
  /**
   * JSON of the stored field, including properties that the form does not show. `killer` and `open` mark questions of
   * `apply_site_questions`, which come after all fields.
   */
  stored: z.string(),
});
export type QuestionEntry = z.infer<typeof QuestionEntry>;

/** Facts and parts of an address that the form shows as they are stored. */
const FACTS = [
  ...(["location", "country", "department", "contract_type", "join_date", "workplace"] as const),
  ...(["language", "employer", "collective_agreement"] as const),
];
const PLACE = ["street", "city", "region", "postal_code"] as const;

/** Names of the entries with a single text. */
const TEXTS = [
  ...([...FACTS, ...PLACE, "title", "description", "reference"] as const),
  ...(["remote_countries", "pay_min", "pay_max", "pay_currency", "pay_unit", "pay_text"] as const),
  ...(["requirements", "nice_to_have", "published_at", "closes_at"] as const),
  ...(["phone", "email", "cv"] as const),
];
export type JobText = (typeof TEXTS)[number];

export const JobEntries = z.object({
  version: z.literal(1),
  texts: z.record(z.enum(TEXTS), z.string()),
  employment_type: z.array(z.string()),
  questions: z.array(QuestionEntry),
});
export type JobEntries = z.infer<typeof JobEntries>;

const NO_TEXTS = Object.fromEntries(TEXTS.map((name) => [name, ""])) as Record<JobText, string>; // has all keys

export const NEW_QUESTION: QuestionEntry = {
  ...{ kind: "yes_no", label: "", hint: "", options: "", stored: "{}" },
  ...{ isRequired: true, isVoluntary: false },
};

/** A new job. `country` is the company's. */
export const newJobEntries = (country: string | null): JobEntries => ({
  version: 1,
  texts: { ...NO_TEXTS, country: country?.toUpperCase() ?? "", email: "required" },
  employment_type: [],
  questions: [],
});

export function readJobForm(form: FormData): JobEntries {
  const texts = { ...NO_TEXTS };
  for (const name of TEXTS) texts[name] = getText(form, name);
  const questions = readItems(form, "q", "label", FIELD_LIMITS.fields, (part) => ({
    kind: QUESTION_KINDS.find((kind) => kind === part("kind")) ?? "text",
    ...{ label: part("label"), hint: part("hint"), options: part("options") },
    isRequired: part("required") === "yes",
    isVoluntary: part("voluntary") === "yes",
    stored: part("stored"),
  }));
  return {
    ...{ version: 1, texts, questions },
    employment_type: EMPLOYMENT_TYPES.filter((type) =>
      form.getAll("employment_type").includes(type),
    ),
  };
}

/** A stored job. Its facts were validated when it was stored, but can be missing or null. */
type StoredJob = {
  [Key in Exclude<keyof JobWithDescription, keyof typeof Stored.shape>]?:
    | JobWithDescription[Key]
    | null
    | undefined;
} & { apply_site_questions?: unknown; candidate_criteria_structured?: unknown };

const Stored = z.object({
  candidate_criteria_structured: WrittenJob.shape.candidate_criteria_structured.catch({}),
  apply_site_questions: z
    .preprocess(
      (given) => (Array.isArray(given) ? { killer_questions: given } : given),
      WrittenJob.shape.apply_site_questions,
    )
    .catch({}),
});

export function jobEntries(job: StoredJob): JobEntries {
  const { pay, places, standard, fields, remote_countries } = job;
  const criteria = Stored.parse(job);
  const { essential_requirements = [], complimentary_requirements = [] } =
    criteria.candidate_criteria_structured;
  const { killer_questions = [], open_questions = [] } = criteria.apply_site_questions;
  const lines = (list: readonly { name: string }[]) => list.map(({ name }) => name).join("\n");
  const [place] = places ?? [];
  const email = isStandardEmail(fields?.[0]) ? fields?.[0] : undefined;
  const asked = email ? fields?.slice(1) : fields;
  const texts: Partial<Record<JobText, string | number | null | undefined>> = {
    ...{ ...pick(job, FACTS), ...pick(place ?? {}, PLACE) },
    ...{ title: job.name, country: job.country?.toUpperCase() },
    ...{ reference: job.identifier, remote_countries: remote_countries?.join(", ") },
    ...{ pay_min: pay?.min, pay_max: pay?.max, pay_currency: pay?.currency, pay_unit: pay?.unit },
    ...{ pay_text: pay?.text, requirements: lines(essential_requirements) },
    nice_to_have: lines(complimentary_requirements),
    ...{ published_at: toDay(job.published_at), closes_at: toDay(job.closes_at) },
    ...{ description: toText(job.description ?? ""), phone: standard?.phone, cv: standard?.cv },
    email: email && (email.required === true ? "required" : "optional"),
  };
  const plain = { hint: "", isRequired: true, isVoluntary: false };
  return {
    version: 1,
    texts: Object.fromEntries(
      TEXTS.map((name) => [name, String(texts[name] ?? "")]),
    ) as JobEntries["texts"], // has all keys
    employment_type: job.employment_type ?? [],
    questions: [
      ...(asked ?? []).map((field) => ({
        kind: field.kind,
        ...{ label: field.label ?? "", hint: field.hint ?? "" },
        isRequired: field.required === true,
        isVoluntary: field.section === "voluntary",
        options: "options" in field ? field.options.map(({ label }) => label).join("\n") : "",
        stored: JSON.stringify(field),
      })),
      ...[...killer_questions, ...open_questions].map(({ question, answers = [] }) => ({
        ...{ ...plain, kind: answers.length > 0 ? ("one_of" as const) : ("long_text" as const) },
        ...{ label: question, options: answers.join("\n") },
        stored: JSON.stringify(answers.length > 0 ? "killer" : "open"),
      })),
    ],
  };
}

/** Whether a field is an email field without custom texts, which the site shows next to the phone number. */
const isStandardEmail = (field: object | undefined) =>
  field !== undefined && StandardEmail.safeParse({ required: false, ...field }).success;
const StandardEmail = z.strictObject({
  id: z.literal("email"),
  kind: z.literal("email"),
  required: z.boolean(),
});

const toDay = (date: string | null | undefined) => date?.slice(0, "2026-11-30".length);

/** Keeps the time of a stored date whose day did not change. */
const keepTime = (day: string, stored: string | null | undefined) =>
  stored && toDay(stored) === day ? stored : day;

/**
 * Validates entries as a job, with the rules of the admin interface. `job` is undefined if there are errors.
 *
 * @param before the stored job. Facts that the form does not show are kept.
 * @param today the publication date for a job without one
 */
export function toJob(
  entries: JobEntries,
  before: StoredJob & { uuid: string },
  today: string,
): { job?: JobWithDescription; errors: EntryError[] } {
  const { texts, questions, employment_type } = entries;
  const { pay_min: min, pay_max: max, pay_currency: currency, pay_unit: unit } = texts;
  const hasAmount = min.trim() !== "" || max.trim() !== "";
  // A currency and a unit mean nothing without an amount.
  const pay = { text: texts.pay_text, ...(hasAmount && { min, max, currency, unit }) };
  const hasPay = hasAmount || texts.pay_text.trim() !== "";
  const [place, ...otherPlaces] = before.places ?? [];
  const isSomewhere = PLACE.some((name) => texts[name].trim() !== "");
  const country = place?.country ?? texts.country;
  const first = isSomewhere ? [{ ...place, ...pick(texts, PLACE), country }] : [];
  const named = (text: string) => splitLines(text).map((name) => ({ name }));
  const asked = toQuestions(questions);
  const email = { id: "email", kind: "email", required: texts.email === "required" };
  const fields = texts.email === "" ? asked.fields : [email, ...asked.fields];
  const candidate = {
    ...{ ...before, ...pick(texts, FACTS), name: texts.title, identifier: texts.reference },
    slug: before.slug ?? slugify(texts.title),
    employment_type: orMissing(employment_type),
    remote_countries: orMissing(
      texts.remote_countries.split(/[\s,;]+/).filter((code) => code !== ""),
    ),
    ...{ pay: hasPay ? pay : undefined, places: orMissing([...first, ...otherPlaces]) },
    published_at: keepTime(texts.published_at.trim() || today, before.published_at),
    closes_at: keepTime(texts.closes_at.trim(), before.closes_at),
    standard: texts.phone + texts.cv === "" ? undefined : { phone: texts.phone, cv: texts.cv },
    candidate_criteria_structured: {
      essential_requirements: named(texts.requirements),
      complimentary_requirements: named(texts.nice_to_have),
    },
    ...{ fields: orMissing(fields), apply_site_questions: asked.questions },
    description: toHtml(texts.description.trim()),
  };
  const result = strictSchema(WrittenJob).safeParse(candidate);
  if (result.success) return { job: result.data, errors: [] };
  return { errors: toErrors(result.error.issues, (path) => toField(path, asked, fields.length)) };
}

const orMissing = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);

const FIELD_NAMES: Record<string, string> = {
  ...{ name: "title", identifier: "reference", candidate_criteria_structured: "requirements" },
  ...{ places: "city", standard: "cv" },
};

/** Returns the id of the input for an issue's path. */
function toField(
  [name, index, part]: readonly PropertyKey[],
  asked: Asked,
  fieldCount: number,
): string {
  if (name === "pay") return `pay_${typeof index === "string" ? index : "min"}`;
  if (name === "fields") {
    const question = (typeof index === "number" ? index : 0) - (fieldCount - asked.fields.length);
    return question < 0 ? "email" : `q${question}.label`;
  }
  if (name === "apply_site_questions") {
    const list = index === "open_questions" ? asked.openFrom : asked.killerFrom;
    return `q${list + (typeof part === "number" ? part : 0)}.label`;
  }
  return FIELD_NAMES[String(name)] ?? String(name);
}

interface Asked {
  fields: Record<string, unknown>[];
  questions: { killer_questions: unknown[]; open_questions: unknown[] };
  /** The indices of the first killer question and of the first open question in the form. */
  killerFrom: number;
  openFrom: number;
}

/**
 * Divides a form's list into fields and the questions of `apply_site_questions`. Candidates see all fields, then the
 * questions with answers, then the others. A question that was moved out of this order becomes a field.
 */
function toQuestions(questions: readonly QuestionEntry[]): Asked {
  const rank = ({ stored, kind }: QuestionEntry) => {
    const isStill = { '"killer"': kind === "one_of", '"open"': kind === "long_text" }[stored];
    if (isStill !== true) return 0;
    return stored === '"killer"' ? 1 : 2;
  };
  let openFrom = questions.length;
  while (openFrom > 0 && isRank(questions[openFrom - 1], 2)) openFrom -= 1;
  let killerFrom = openFrom;
  while (killerFrom > 0 && isRank(questions[killerFrom - 1], 1)) killerFrom -= 1;
  function isRank(entry: QuestionEntry | undefined, wanted: number) {
    return entry !== undefined && rank(entry) === wanted;
  }
  return {
    ...{ killerFrom, openFrom },
    fields: questions.slice(0, killerFrom).map(toContractField),
    questions: {
      killer_questions: questions
        .slice(killerFrom, openFrom)
        .map(({ label, options }) => ({ question: label.trim(), answers: splitLines(options) })),
      open_questions: questions.slice(openFrom).map(({ label }) => ({ question: label.trim() })),
    },
  };
}

const StoredField = z.object({
  id: z.string(),
  kind: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).catch([]),
});

function toContractField(entry: QuestionEntry, index: number): Record<string, unknown> {
  const { kind, label, hint, isRequired, isVoluntary, options } = entry;
  const stored = readStored(entry.stored);
  const known = StoredField.safeParse(stored).data;
  // Limits, such as `max`, have a different meaning in a different kind of field.
  const kept = known?.kind === kind ? stored : {};
  const hasOptions = kind === "one_of" || kind === "some_of";
  const id = known?.id ?? `q_${index + 1}_${slugify(label, "question").slice(0, 40)}`;
  const field: Record<string, unknown> = { ...kept, ...{ id, kind, label: label.trim(), hint } };
  delete field.options;
  delete field.section;
  if (hasOptions) {
    field.options = splitLines(options).map(
      (line) =>
        known?.options.find((option) => option.label === line) ?? { value: line, label: line },
    );
  }
  const isAsked = isRequired && !isVoluntary && kind !== "note";
  if (isAsked || "required" in field) field.required = isAsked;
  if (isVoluntary) field.section = "voluntary";
  return field;
}

function readStored(text: string): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(text));
  } catch {
    return {};
  }
}
