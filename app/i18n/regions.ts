import { memoize } from "./memoize";

const namesIn = memoize(10, (tag: string) => new Intl.DisplayNames([tag], { type: "region" }));

/** A country's name in a language (a BCP 47 tag), or its code if the name is unknown. */
export const countryName = (country: string, tag: string): string =>
  namesIn(tag).of(country) ?? country;

/**
 * Returns the regions where a reader is likely to be: those in the tags of the browser's languages (BCP 47), and the
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
