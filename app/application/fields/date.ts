import { normalizeTyped } from "~/contract/text";
import { dateOrder } from "~/app/i18n/dates";
import { foldText } from "~/contract/fold-text";
import { LANGUAGES, type Language } from "~/contract/languages";
import type { ReadResult } from "./read-result";
import { isRealDate } from "./rules";

/** Locales whose month names are recognized: the site's languages, and a locale that spells September "setiembre". */
const MONTH_LOCALES = [...LANGUAGES, "es-PE"];

let months: string[][] | undefined;

/** Returns the folded names of each month in all locales. Created when first needed, because it is slow. */
function getMonths(): string[][] {
  if (months) return months;
  const formats = MONTH_LOCALES.map(
    (locale) => new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }),
  );
  months = Array.from({ length: 12 }, (_, month) =>
    formats.map((format) => foldText(format.format(Date.UTC(2027, month)))),
  );
  return months;
}

/** Returns the number of the month whose name begins with this word of three or more letters, or undefined. */
function parseMonth(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const found = getMonths().flatMap((names, month) =>
    names.some((name) => name.startsWith(word)) ? month + 1 : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

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
  if (parts.length !== 3) return undefined;
  const [month] = parts.flatMap((word) => parseMonth(word) ?? []);
  const [day, year] = parts.filter((word) => /^\d/.test(word));
  if (month === undefined) return undefined;
  if (!/^\d{1,2}$/.test(day ?? "") || !/^\d{4}$/.test(year ?? "")) return undefined;
  return toDay(year, String(month), day);
}

/** Words between the parts, and the ends of ordinal numbers. `normalizeTyped` turns `1º` into `1o`. */
const NOT_A_PART = /^(?:de[ln]?|of|the|le|st|nd|rd|th|[ao]|er|e?ro)$/;

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
