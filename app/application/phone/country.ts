import {
  countriesWithDialCode,
  createFormatter,
  findDialCode,
  isCountry,
  nationalPart,
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
 * Guesses the country of an international number. If libphonenumber doesn't recognize the country, returns the
 * country of the area code, or else `current` if it has the dial code, or else the dial code's first country.
 *
 * @param digits a plus and digits
 * @param current also returned while the dial code is unknown
 */
export function guessCountry(digits: string, current: Country): Country {
  const known = createFormatter(digits).getNumber()?.country;
  if (known) return known;
  const [first = current, ...others] = countriesWithDialCode(findDialCode(digits));
  const area = others.length > 0 ? findAreaCountry(digits) : undefined;
  return area ?? (others.includes(current) ? current : first);
}

/** Area codes that tell countries apart have at least this many digits. */
const AREA_CODE_DIGITS = 3;

/**
 * Returns the country of an incomplete number if no other country's numbers begin with the same digits: completes
 * the number in ten ways, because libphonenumber recognizes only complete numbers.
 */
function findAreaCountry(digits: string): Country | undefined {
  if (nationalPart(digits).length < AREA_CODE_DIGITS) return undefined;
  const isLongCode = (findDialCode(digits) ?? "").length > 2;
  const length = digits.length - nationalPart(digits).length + (isLongCode ? 9 : 10);
  const formatter = createFormatter("");
  const found = new Set<Country>();
  for (const next of "0123456789") {
    formatter.reset();
    formatter.input((digits + next).padEnd(length, "2"));
    const country = formatter.getCountry();
    if (country) found.add(country);
  }
  const [country] = found;
  return found.size === 1 ? country : undefined;
}

/** A country's name in a language (a BCP 47 tag), or its code if the name is unknown. */
export const countryName = (country: Country, language: string): string =>
  new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;
