/** Cached by language, because creating an `Intl.DisplayNames` is slow. */
const names = new Map<string, Intl.DisplayNames>();

/** A country's name in a language (a BCP 47 tag), or its code if the name is unknown. */
export function countryName(country: string, tag: string): string {
  const format = names.get(tag) ?? new Intl.DisplayNames([tag], { type: "region" });
  names.set(tag, format);
  return format.of(country) ?? country;
}

/**
 * Returns the regions where the visitor is likely to be: those in the tags of the browser's languages (BCP 47), and the
 * likeliest one for the page's language.
 */
export const likelyRegions = (languages: readonly string[], pageLanguage: string) =>
  [
    ...languages.map((tag) => parseLocale(tag)?.region),
    parseLocale(pageLanguage)?.maximize().region,
  ].filter((region) => region !== undefined);

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
