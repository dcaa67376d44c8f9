import parsePhoneNumber from "libphonenumber-js/core";
import { countriesOf, dialCodeIn, isCountry, metadata, type Country } from "./numbering";

/** The country of national numbers when the position names none (specification, section 9). */
const DEFAULT_COUNTRY = "US";

/** The country of a position's national numbers. @param code two letters, any case */
export function phoneCountry(code: string | undefined): Country {
  const country = code?.toUpperCase();
  return country && isCountry(country) ? country : DEFAULT_COUNTRY;
}

/**
 * The country that libphonenumber gives an international number. It gives most only to complete numbers:
 * until then, the current country if it has the dial code, or else the first that has it.
 *
 * @param digits plus and digits
 * @param current stays while the dial code is unknown
 */
export function guessCountry(digits: string, current: Country): Country {
  const named = parsePhoneNumber(digits, metadata)?.country;
  if (named) return named;
  const [first = current, ...others] = countriesOf(dialCodeIn(digits));
  return others.includes(current) ? current : first;
}

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
