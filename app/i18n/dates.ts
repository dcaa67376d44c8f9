import { languageTag, type Language } from "./language";

/**
 * An ISO date (or date and time, read as UTC) written out in the page's language; any other text
 * as it is (design, section 5).
 */
export function joinDateText(joinDate: string, language: Language): string {
  const iso = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.exec(joinDate);
  if (!iso) return joinDate;
  const date = new Date(`${iso[1]}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return joinDate;
  return new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(date);
}
