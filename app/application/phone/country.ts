import {
  countriesWithDialCode,
  findDialCode,
  isCountry,
  createFormatter,
  type Country,
} from "./numbering";

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
  const named = createFormatter(digits).getNumber()?.country;
  if (named) return named;
  const [first = current, ...others] = countriesWithDialCode(findDialCode(digits));
  return others.includes(current) ? current : first;
}

/** A country's name in a language (a BCP 47 tag), or its two letters if the browser has none. */
export const countryName = (country: Country, language: string): string =>
  new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;
