import { normalizeTyped } from "../../../contract/text";
import { dateOrder } from "../../i18n/dates";
import { foldText } from "../../../contract/fold-text";
import type { Language } from "../../i18n/language";
import type { ReadResult } from "./read-result";
import { isRealDate } from "./rules";

/** The first three letters of each month's names in the site's languages. */
const MONTH_PREFIXES = [
  ["ene", "jan"],
  ["feb"],
  ["mar"],
  ["abr", "apr"],
  ["may"],
  ["jun"],
  ["jul"],
  ["ago", "aug"],
  ["sep", "set"],
  ["oct"],
  ["nov"],
  ["dic", "dec"],
];

const MONTH_NAMES =
  /^(enero|january|febrero|february|marzo|march|abril|april|mayo|may|junio|june|julio|july|agosto|august|sept?iembre|september|setiembre|octubre|october|noviembre|november|diciembre|december)$/;
const MONTH_ABBREVIATIONS =
  /^(ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sept?|set|oct|nov|dic|dec)$/;

/**
 * Reads a typed date: year first, as numbers in the order of the page's language, or with the month's name. The
 * year needs four digits, because `3/4/27` could be in the past or the future.
 *
 * @param country the company's country (ISO 3166-1), because English dates have the month first in the US
 * @returns the date in ISO 8601, such as `2027-04-03`
 */
export function readDate(text: string, language: Language, country?: string): ReadResult<string> {
  const typed = foldText(normalizeTyped(text));
  const found =
    parseIso(typed) ?? parseNumeric(typed, dateOrder(language, country)) ?? parseNamedMonth(typed);
  const date = found && toIso(found);
  return date === undefined ? { error: "error.field_date" } : { value: date };
}

const SEPARATOR = String.raw`(?:\s*[-/.]\s*|\s+)`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})${SEPARATOR}(\d{1,2})${SEPARATOR}(\d{1,2})\.?$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})${SEPARATOR}(\d{1,2})${SEPARATOR}(\d{4})\.?$`);

type Day = Record<"year" | "month" | "day", number>;

function parseIso(typed: string): Day | undefined {
  const found = YEAR_FIRST.exec(typed);
  return found ? toDay(found[1], found[2], found[3]) : undefined;
}

function parseNumeric(typed: string, order: "day" | "month"): Day | undefined {
  const found = YEAR_LAST.exec(typed);
  if (!found) return undefined;
  const [, first, second, year] = found;
  const inOrder = order === "month" ? toDay(year, first, second) : toDay(year, second, first);
  if (inOrder.month <= 12) return inOrder;
  // The month is above 12, so the candidate must have used the other order.
  return { ...inOrder, month: inOrder.day, day: inOrder.month };
}

function parseNamedMonth(typed: string): Day | undefined {
  const words = typed.replace(/[-/.,°]/g, " ").split(/\s+|(?<=\d)(?=[a-z])/);
  const parts = words.filter((word) => word !== "" && !NOT_A_PART.test(word));
  const month = MONTH_PREFIXES.findIndex((names) =>
    parts.some((word) => isMonth(word) && names.includes(word.slice(0, 3))),
  );
  const numbers = parts.filter((word) => !isMonth(word));
  const [day, year] = numbers;
  if (month < 0 || parts.length !== 3 || numbers.length !== 2) return undefined;
  if (!/^\d{1,2}$/.test(day ?? "") || !/^\d{4}$/.test(year ?? "")) return undefined;
  return toDay(year, String(month + 1), day);
}

/** Words between the parts, and the ends of ordinal numbers. `normalizeTyped` turns `1º` into `1o`. */
const NOT_A_PART = /^(?:del?|of|the|st|nd|rd|th|[ao]|er|e?ro)$/;

const isMonth = (word: string): boolean => MONTH_NAMES.test(word) || MONTH_ABBREVIATIONS.test(word);

const toDay = (year = "", month = "", day = ""): Day => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
});

/** Formats a day as ISO 8601. Returns undefined if it isn't a real date. */
function toIso({ year, month, day }: Day): string | undefined {
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return isRealDate(date) ? date : undefined;
}
