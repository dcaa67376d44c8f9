import { normalizeTyped } from "~/contract/text";
import { fill } from "~/app/i18n/fill";
import type { Messages } from "~/app/i18n/messages";
import { readNumber } from "./number";
import type { ReadResult } from "./read-result";
import { multipleLines, readEmail, readUrl, singleLine } from "./text";

/** The minimum and maximum of a number, or of a text's length in UTF-16 units. */
export interface Limits {
  min?: number | undefined;
  max?: number | undefined;
}

/** Reads text with visible characters. @param language a BCP 47 tag in any letter case */
export type Rule = (text: string, limits: Limits, language: string) => ReadResult<string>;

/** Also removes no-break spaces and other unusual spaces. */
const plainLine = (text: string) => normalizeTyped(singleLine(text).replace(/[^\S ]/g, "")).trim();

/**
 * Checks the length before parsing, because some texts are slow to parse, and after, because URLs get a
 * scheme.
 */
const withMaxLength =
  (
    error: keyof Messages,
    clean: (text: string) => string,
    read = (value: string): ReadResult<string> => ({ value }),
  ): Rule =>
  (text, { max = Infinity }) => {
    const cleaned = clean(text);
    const result = cleaned.length > max ? { value: cleaned } : read(cleaned);
    return "value" in result && result.value.length > max ? { error } : result;
  };

function readNumberWithin(text: string, { min, max }: Limits, language: string) {
  const result = readNumber(text, language);
  if ("error" in result) return result;
  const number = Number(result.value);
  if (!(number < (min ?? -Infinity) || number > (max ?? Infinity))) return result;
  const range = min === undefined ? "most" : max === undefined ? "least" : "between";
  return { error: `error.field_${range}` as const };
}

/** Whether a date in ISO 8601 exists and its year is plausible. */
export function isRealDate(date: string): boolean {
  if (date < "1900" || date > "2201") return false;
  const time = new Date(date);
  // JavaScript turns 30 February into a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === date;
}

const LONG = "error.open_question_long";

/** Rules by kind of text, shared by the browser and the server. */
export const RULES = {
  first_name: withMaxLength("error.first_name_long", singleLine),
  last_name: withMaxLength("error.last_name_long", singleLine),
  text: withMaxLength(LONG, singleLine),
  long_text: withMaxLength(LONG, multipleLines),
  email: withMaxLength(LONG, plainLine, readEmail),
  url: withMaxLength(LONG, plainLine, readUrl),
  number: readNumberWithin,
  /** A date in ISO 8601, as date fields send it. The server also reads typed dates (`date.ts`). */
  date: (value) => (isRealDate(value) ? { value } : { error: "error.field_date" }),
} satisfies Record<string, Rule>;

/** The error of a required field without an answer, by kind. */
export const MISSING = {
  first_name: "error.first_name_missing",
  last_name: "error.last_name_missing",
  email: "error.email_missing",
  text: "error.open_question_missing",
  long_text: "error.open_question_missing",
  url: "error.url_missing",
  number: "error.number_missing",
  date: "error.date_missing",
  yes_no: "error.question",
  one_of: "error.question",
  some_of: "error.field_some",
  consent: "error.field_consent",
} as const satisfies Record<string, keyof Messages>;

/** Fills in an error's message. @param language a BCP 47 tag in any letter case */
export const errorText = (message: string, { min, max }: Limits, language: string): string =>
  fill(message, { min: format(min, language), max: format(max, language) });

const format = (value = 0, language: string) => value.toLocaleString(language);
