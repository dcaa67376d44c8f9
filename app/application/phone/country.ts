import {
  countriesWithDialCode,
  findDialCode,
  isCountry,
  createFormatter,
  type Country,
} from "./numbering";

/** The country of national numbers if the position's country is unknown (specification, section 9). */
const DEFAULT_COUNTRY = "US";

/** The country of a position's national numbers. @param code two letters in any case */
export function phoneCountry(code: string | undefined): Country {
  const country = code?.toUpperCase();
  return country && isCountry(country) ? country : DEFAULT_COUNTRY;
}

/**
 * Guesses the country of an international number. If libphonenumber doesn't recognize the country, returns
 * `current` if it has the dial code, or else the dial code's first country.
 *
 * @param digits a plus and digits
 * @param current also returned while the dial code is unknown
 */
export function guessCountry(digits: string, current: Country): Country {
  const named = createFormatter(digits).getNumber()?.country;
  if (named) return named;
  const [first = current, ...others] = countriesWithDialCode(findDialCode(digits));
  return others.includes(current) ? current : first;
}

/** A country's name in a language (a BCP 47 tag), or its code if the name is unknown. */
export const countryName = (country: Country, language: string): string =>
  new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;
