import type { Value } from "../../../contract/application";
import { fill } from "../../i18n/fill";
import { languageTag, type Language } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import type { Field } from "../../platform/types";
import type { FieldErrors, FieldName } from "../model/application";
import { readChosen } from "./choice";
import { isGiven } from "./consent";
import { readDate } from "./date";
import { maxTextLength, URL_MAX_LENGTH, EMAIL_MAX_LENGTH } from "./limits";
import { readNumber } from "./number";
import type { Read } from "./reading";
import { isInvisible, lineOf, linesOf, readEmail, readUrl } from "./text";

/** What a candidate answered to a field, as the platform is sent it (design, section 4b). */
export interface FieldAnswer {
  id: string;
  /** A date is ISO 8601, a number has a decimal point. */
  value: Value;
}

export interface ReadAnswers {
  /** In the position's order; a field that was left empty has none. */
  answers: FieldAnswer[];
  /** Those of the voluntary part, which no digest and no browser keeps. */
  voluntary: FieldAnswer[];
  /** By the control's name, in the position's order. */
  faults: FieldErrors;
}

/** What a form sent under each name, in its order. */
export type Entered = ReadonlyMap<string, readonly string[]>;

interface Words {
  language: Language;
  /** Of the company, ISO 3166-1: it decides the order of a date in English. */
  country?: string | undefined;
}

/** The name of a field's control in the form. */
export const controlOf = (id: string): FieldName => `field-${id}`;

/**
 * Reads what was entered into a position's own fields. What the form has besides, of a field that has
 * gone meanwhile, is nobody's answer. Files are not among them (`file-errors.server.ts`).
 */
export function readAnswers(fields: readonly Field[], entered: Entered, words: Words): ReadAnswers {
  const t = messagesFor(words.language);
  const read: ReadAnswers = { answers: [], voluntary: [], faults: {} };
  for (const field of fields) {
    if (!isAsking(field)) continue;
    const name = controlOf(field.id);
    const given = (entered.get(name) ?? []).filter((value) => value.trim() !== "");
    const result = readOne(field, given, words, t);
    if ("fault" in result) read.faults[name] = result.fault;
    else if (result.value !== undefined) {
      const part = field.isVoluntary ? read.voluntary : read.answers;
      part.push({ id: field.id, value: result.value });
    }
  }
  return read;
}

type Result = { value: FieldAnswer["value"] | undefined } | { fault: string };

function readOne(field: Asking, given: readonly string[], words: Words, t: Messages): Result {
  if (field.kind === "consent") {
    const consent = { given: isGiven(field.label, given), text: field.label };
    const isMissing = field.isRequired && !consent.given;
    return isMissing ? { fault: t["error.field_consent"] } : { value: consent };
  }
  const [first = ""] = given;
  if (isEmpty(field, given)) {
    const isMissing = field.isRequired && !field.isVoluntary;
    return isMissing ? { fault: t[MISSING[field.kind]] } : { value: undefined };
  }
  switch (field.kind) {
    case "email":
      return within(EMAIL_MAX_LENGTH, readEmail(first), words.language, t);
    case "url":
      return within(URL_MAX_LENGTH, readUrl(first), words.language, t);
    case "text":
      return within(maxTextLength(field), { value: lineOf(first) }, words.language, t);
    case "long_text":
      return within(maxTextLength(field), { value: linesOf(first) }, words.language, t);
    case "date":
      return said(readDate(first, words.language, words.country), t);
    case "number":
      return between(field, readNumber(first, words.language), words.language, t);
    case "yes_no":
      return first === "true" || first === "false"
        ? { value: first === "true" }
        : { fault: t["error.field_option"] };
    case "one_of": {
      const chosen = readChosen(field.options, [first]);
      return "fault" in chosen ? said(chosen, t) : { value: chosen.value[0] };
    }
    case "some_of":
      return said(readChosen(field.options, given), t);
  }
}

/** A field that is answered in the form's own text. */
export type Asking = Field & { kind: Exclude<Field["kind"], "file" | "note"> };

export const isAsking = (field: Field): field is Asking =>
  field.kind !== "file" && field.kind !== "note";

/** Only characters that nobody can see are no answer. */
function isEmpty({ kind }: Asking, given: readonly string[]): boolean {
  if (kind === "one_of" || kind === "some_of") return given.length === 0;
  return isInvisible(given[0] ?? "");
}

/** What is said of each kind that was left empty, though it is required. */
export const MISSING = {
  email: "error.field_email",
  text: "error.open_question_missing",
  long_text: "error.open_question_missing",
  url: "error.field_url",
  number: "error.field_number",
  date: "error.field_date",
  yes_no: "error.question",
  one_of: "error.question",
  some_of: "error.field_some",
  consent: "error.field_consent",
} as const satisfies Record<Asking["kind"], keyof Messages>;

const said = <Value>(read: Read<Value>, t: Messages): { value: Value } | { fault: string } =>
  "fault" in read ? { fault: t[read.fault] } : read;

function within(max: number, read: Read<string>, language: Language, t: Messages): Result {
  if ("value" in read && read.value.length > max) {
    return { fault: fill(t["error.open_question_long"], { max: shown(max, language) }) };
  }
  return said(read, t);
}

function between(
  { min, max }: { min?: number | undefined; max?: number | undefined },
  read: Read<string>,
  language: Language,
  t: Messages,
): Result {
  if ("fault" in read) return said(read, t);
  const number = Number(read.value);
  const isWithin = (min === undefined || number >= min) && (max === undefined || number <= max);
  if (isWithin) return read;
  const key =
    min === undefined
      ? "error.field_most"
      : max === undefined
        ? "error.field_least"
        : "error.field_between";
  return { fault: fill(t[key], { min: shown(min, language), max: shown(max, language) }) };
}

const shown = (value = 0, language: Language) => value.toLocaleString(languageTag(language));
