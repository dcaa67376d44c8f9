import type { Value } from "~/contract/application";
import type { Language } from "~/app/i18n/language";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import type { Field } from "~/app/platform/types";
import type { FieldErrors, FieldName } from "../model/application";
import { readChoices } from "./choice";
import { isConsentGiven } from "./consent";
import { readDate } from "./date";
import { answerLimits } from "./field-limits";
import type { ReadResult } from "./read-result";
import { errorText, MISSING, RULES } from "./rules";
import { isInvisible } from "./invisible";

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
  const collected: ReadAnswers = { answers: [], voluntary: [], errors: {} };
  for (const field of fields) {
    if (!isAnswerField(field)) continue;
    const name = controlName(field.id);
    const given = (entered.get(name) ?? []).filter((value) => value.trim() !== "");
    const result = readAnswer(field, given, options, t);
    if ("error" in result) collected.errors[name] = result.error;
    else if (result.value !== undefined) {
      const part = field.isVoluntary ? collected.voluntary : collected.answers;
      part.push({ id: field.id, value: result.value });
    }
  }
  return collected;
}

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
    case "date":
      return toResult(readDate(first, language, country), t);
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
    default: {
      const limits = answerLimits(field);
      const result = RULES[field.kind](first, limits, language);
      return "error" in result ? { error: errorText(t[result.error], limits, language) } : result;
    }
  }
}

export type AnswerField = Field & { kind: Exclude<Field["kind"], "file" | "note"> };

export const isAnswerField = (field: Field): field is AnswerField =>
  field.kind !== "file" && field.kind !== "note";

function isEmpty({ kind }: AnswerField, given: readonly string[]): boolean {
  if (kind === "one_of" || kind === "some_of") return given.length === 0;
  return isInvisible(given[0] ?? "");
}

const toResult = <Value>(
  result: ReadResult<Value>,
  t: Messages,
): { value: Value } | { error: string } =>
  "error" in result ? { error: t[result.error] } : result;
