import { memoize } from "./memoize";
import { languageTag, type Language } from "./language";

/**
 * The BCP 47 tag to format dates with. An English date has the order of the country's own language: for
 * most countries `Intl` has no English locale and falls back to that of the United States.
 *
 * @param country ISO 3166-1, two capital letters
 */
export const dateLocale = memoize(300, (language: Language, country?: string): string => {
  if (language !== "en" || country === undefined || !/^[A-Z]{2}$/.test(country))
    return languageTag(language);
  const own = new Intl.Locale("und", { region: country }).maximize().language;
  const isDayFirst = firstDatePart(createFormat(`${own}-${country}`)) === "day";
  const english = `en-${country}`;
  return isDayFirst && firstDatePart(createFormat(english)) === "month" ? "en-GB" : english;
});

const getFormat = (language: Language, country?: string): Intl.DateTimeFormat =>
  createFormat(dateLocale(language, country));

const createFormat = memoize(
  300,
  (tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" }),
);

/** The day of a time, in UTC because the visitor's zone is unknown. */
export const dateText = memoize(
  1000,
  (time: number, language: Language, country?: string): string =>
    getFormat(language, country).format(time),
);

/**
 * An ISO date (or date and time, read as UTC) in the page's language, in the order that the company's
 * country uses. Any other text, such as an impossible date, is returned unchanged (design, section 5).
 *
 * @param country ISO 3166-1, two capital letters
 */
export function joinDateText(joinDate: string, language: Language, country?: string): string {
  const day = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.exec(joinDate)?.[1];
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` reads 30 February as 2 March.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
  return isReal ? dateText(date.getTime(), language, country) : joinDate;
}

/**
 * Whether dates in figures begin with the day or with the month.
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
