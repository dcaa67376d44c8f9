import { languageTag, type Language } from "./language";

/** Kept, because making a format costs more than drawing a job with it. */
const formats = new Map<Language, Intl.DateTimeFormat>();

function formatOf(language: Language): Intl.DateTimeFormat {
  const known = formats.get(language);
  if (known) return known;
  const format = new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: "long",
    timeZone: "UTC",
  });
  formats.set(language, format);
  return format;
}

/** Writes the day of a time, in UTC, because the visitor's zone is unknown. */
export const dateText = (time: number, language: Language): string =>
  formatOf(language).format(time);

/**
 * Writes an ISO date (or date and time, read as UTC) in the page's language. Any other text is returned
 * as it is (design, section 5).
 */
export function joinDateText(joinDate: string, language: Language): string {
  const iso = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.exec(joinDate);
  if (!iso) return joinDate;
  const date = new Date(`${iso[1]}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return joinDate;
  return formatOf(language).format(date);
}
