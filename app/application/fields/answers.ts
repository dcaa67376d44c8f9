import type { Value } from "../../../contract/application";
import { normalizeTyped } from "../../../contract/text";
import { fill } from "../../i18n/fill";
import { languageTag, type Language } from "../../i18n/language";
import { messagesFor, type Messages } from "../../i18n/messages";
import type { Field } from "../../platform/types";
import type { FieldErrors, FieldName } from "../model/application";
import { readChoices } from "./choice";
import { isConsentGiven } from "./consent";
import { readDate } from "./date";
import { maxTextLength, URL_MAX_LENGTH, EMAIL_MAX_LENGTH } from "./field-limits";
import { readNumber } from "./number";
import type { ReadResult } from "./read-result";
import { isInvisible, singleLine, multipleLines, readEmail, readUrl } from "./text";

/** A candidate's answer to a field, as sent to the platform. */
export interface FieldAnswer {
  id: string;
  /** Dates are in ISO 8601. Numbers use a decimal point, as in `1.5`. */
  value: Value;
}

export interface ReadAnswers {
  /** Answers that aren't voluntary, in the position's order. Includes refused consents. */
  answers: FieldAnswer[];
  /** Voluntary answers, which the browser must not store. */
  voluntary: FieldAnswer[];
  /** Error messages by control name, in the position's order. */
  errors: FieldErrors;
}

/** Submitted values by control name, in the form's order. */
export type Entered = ReadonlyMap<string, readonly string[]>;

interface ReadOptions {
  language: Language;
  /** The company's country (ISO 3166-1). It determines the order of day and month in English dates. */
  country?: string | undefined;
}

export const controlName = (id: string): FieldName => `field-${id}`;

/**
 * Reads the answers to a position's own fields. Ignores values of unknown fields, because the position might have
 * changed since the form was rendered. `file-errors.server.ts` checks files.
 */
export function readAnswers(
  fields: readonly Field[],
  entered: Entered,
  options: ReadOptions,
): ReadAnswers {
  const t = messagesFor(options.language);
  const read: ReadAnswers = { answers: [], voluntary: [], errors: {} };
  for (const field of fields) {
    if (!isAnswerField(field)) continue;
    const name = controlName(field.id);
    const given = (entered.get(name) ?? []).filter((value) => value.trim() !== "");
    const result = readAnswer(field, given, options, t);
    if ("error" in result) read.errors[name] = result.error;
    else if (result.value !== undefined) {
      const part = field.isVoluntary ? read.voluntary : read.answers;
      part.push({ id: field.id, value: result.value });
    }
  }
  return read;
}

/** Also removes no-break spaces and others that no space bar types. */
const plainLine = (text: string) => normalizeTyped(singleLine(text).replace(/[^\S ]/g, "")).trim();

type Result = { value: FieldAnswer["value"] | undefined } | { error: string };

function readAnswer(
  field: AnswerField,
  given: readonly string[],
  options: ReadOptions,
  t: Messages,
): Result {
  if (field.kind === "consent") {
    const consent = { given: isConsentGiven(field.label, given), text: field.label };
    const isMissing = field.isRequired && !consent.given;
    return isMissing ? { error: t["error.field_consent"] } : { value: consent };
  }
  const [first = ""] = given;
  const { language, country } = options;
  if (isEmpty(field, given)) {
    const isMissing = field.isRequired && !field.isVoluntary;
    return isMissing ? { error: t[MISSING[field.kind]] } : { value: undefined };
  }
  switch (field.kind) {
    case "email":
      return limitLength(EMAIL_MAX_LENGTH, plainLine(first), language, t, readEmail);
    case "url":
      return limitLength(URL_MAX_LENGTH, plainLine(first), language, t, readUrl);
    case "text":
      return limitLength(maxTextLength(field), singleLine(first), language, t);
    case "long_text":
      return limitLength(maxTextLength(field), multipleLines(first), language, t);
    case "date":
      return toResult(readDate(first, language, country), t);
    case "number":
      return limitRange(field, readNumber(first, language), language, t);
    case "yes_no":
      return first === "true" || first === "false"
        ? { value: first === "true" }
        : { error: t["error.field_option"] };
    case "one_of": {
      const chosen = readChoices(field.options, [first]);
      return "error" in chosen ? toResult(chosen, t) : { value: chosen.value[0] };
    }
    case "some_of":
      return toResult(readChoices(field.options, given), t);
  }
}

export type AnswerField = Field & { kind: Exclude<Field["kind"], "file" | "note"> };

export const isAnswerField = (field: Field): field is AnswerField =>
  field.kind !== "file" && field.kind !== "note";

function isEmpty({ kind }: AnswerField, given: readonly string[]): boolean {
  if (kind === "one_of" || kind === "some_of") return given.length === 0;
  return isInvisible(given[0] ?? "");
}

/** Message keys for required fields without an answer, by kind. */
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
} as const satisfies Record<AnswerField["kind"], keyof Messages>;

const toResult = <Value>(
  read: ReadResult<Value>,
  t: Messages,
): { value: Value } | { error: string } => ("error" in read ? { error: t[read.error] } : read);

/** Checks the length before reading, because some texts are slow to read, and after, because an address gets a scheme. */
function limitLength(
  max: number,
  text: string,
  language: Language,
  t: Messages,
  read: (text: string) => ReadResult<string> = (value) => ({ value }),
): Result {
  const result = text.length > max ? { value: text } : read(text);
  if ("value" in result && result.value.length > max) {
    return { error: fill(t["error.open_question_long"], { max: formatNumber(max, language) }) };
  }
  return toResult(result, t);
}

function limitRange(
  { min, max }: { min?: number | undefined; max?: number | undefined },
  read: ReadResult<string>,
  language: Language,
  t: Messages,
): Result {
  if ("error" in read) return toResult(read, t);
  const number = Number(read.value);
  const isWithin = (min === undefined || number >= min) && (max === undefined || number <= max);
  if (isWithin) return read;
  const key =
    min === undefined
      ? "error.field_most"
      : max === undefined
        ? "error.field_least"
        : "error.field_between";
  return {
    error: fill(t[key], { min: formatNumber(min, language), max: formatNumber(max, language) }),
  };
}

const formatNumber = (value = 0, language: Language) => value.toLocaleString(languageTag(language));
