import { frenchFirst } from "~/contract/french-first";
import { memoize } from "./memoize";
import { languageTag, type Language } from "./language";

/**
 * Returns the BCP 47 tag for formatting dates. English dates use the order of the country's language. `Intl`
 * has no English locale for many countries, and would fall back to the order of the United States.
 *
 * @param country ISO 3166-1, two capital letters
 */
export const dateLocale = memoize(300, (language: Language, country?: string): string => {
  if (language !== "en" || country === undefined || !/^[A-Z]{2}$/.test(country))
    return languageTag(language);
  const localLanguage = new Intl.Locale("und", { region: country }).maximize().language;
  const isDayFirst = firstDatePart(createFormat(`${localLanguage}-${country}`)) === "day";
  const english = `en-${country}`;
  return isDayFirst && firstDatePart(createFormat(english)) === "month" ? "en-GB" : english;
});

const getFormat = (language: Language, country?: string): Intl.DateTimeFormat =>
  createFormat(dateLocale(language, country));

const createFormat = memoize(
  300,
  (tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }),
);

/** Formats a time's date in UTC, because the candidate's zone is unknown. */
export const dateText = memoize(
  1000,
  (time: number, language: Language, country?: string): string =>
    frenchFirst(getFormat(language, country).format(time), language),
);

/**
 * Formats the date of an ISO date or time in the page's language and the country's order. Returns other strings,
 * and impossible dates, unchanged.
 *
 * @param country ISO 3166-1, two capital letters
 */
export function startDateText(joinDate: string, language: Language, country?: string): string {
  const day = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.exec(joinDate)?.[1];
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` parses 30 February as 2 March.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
  return isReal ? dateText(date.getTime(), language, country) : joinDate;
}

/**
 * Returns whether dates begin with the day or the month.
 *
 * @param country ISO 3166-1, two capital letters
 */
export const dateOrder = (language: Language, country?: string): "day" | "month" =>
  firstDatePart(getFormat(language, country));

function firstDatePart(format: Intl.DateTimeFormat): "day" | "month" {
  const parts = format.formatToParts(0);
  return parts.find(({ type }) => type === "day" || type === "month")?.type === "month"
    ? "month"
    : "day";
}
