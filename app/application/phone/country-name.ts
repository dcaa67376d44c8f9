import { isCountry, type Country } from "./numbering";

/** A country's name in a language (a BCP 47 tag), or its two letters if the browser has none. */
export const countryName = (country: Country, language: string): string =>
  new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;

/**
 * The countries that a candidate is likely to choose: the position's, those of the browser's languages,
 * and the one in which most people speak the page's language.
 *
 * @param languages BCP 47 tags, as in `navigator.languages`
 */
export function likelyCountries(
  position: Country,
  languages: readonly string[],
  pageLanguage: string,
): Country[] {
  const regions = [
    ...languages.map((tag) => localeOf(tag)?.region),
    localeOf(pageLanguage)?.maximize().region,
  ].filter((region): region is Country => region !== undefined && isCountry(region));
  return [...new Set([position, ...regions])];
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
