import { countryName } from "~/app/i18n/regions";
import {
  countriesWithDialCode,
  countryDialCode,
  createFormatter,
  findDialCode,
  isCountry,
  nationalPart,
  type Country,
} from "./numbering";

/** The country of national numbers if the position's country is unknown (specification, section 9). */
const DEFAULT_COUNTRY = "US";

/** @param code the position's country: two letters in any case */
export function phoneCountry(code = ""): Country {
  const country = code.toUpperCase();
  return isCountry(country) ? country : DEFAULT_COUNTRY;
}

export const nameCountry = (code: Country, language: string) => ({
  code,
  name: countryName(code, language),
  dialCode: countryDialCode(code),
});

export type NamedCountry = ReturnType<typeof nameCountry>;

/**
 * Guesses a number's country: that of its area code, or else `current` if it has the dial code or the dial code is
 * unknown, or else the dial code's first country.
 */
export function guessCountry(digits: string, current: Country): Country {
  const [first = current, ...others] = countriesWithDialCode(findDialCode(digits));
  if (others.length === 0) return first;
  const known = createFormatter(digits).getNumber()?.country ?? findAreaCountry(digits);
  return known ?? (others.includes(current) ? current : first);
}

/** Returns the country of an incomplete number, if no other country's numbers begin with the same digits. */
function findAreaCountry(digits: string): Country | undefined {
  const national = nationalPart(digits);
  // Area codes that distinguish countries have at least three digits.
  if (national.length < 3) return undefined;
  // libphonenumber recognizes only complete numbers. They usually have ten digits after +1 or +44, and nine
  // after +262.
  const length = Math.min(digits.length - national.length, 3) + 10;
  const found = Array.from("0123456789").flatMap(
    (next) => createFormatter((digits + next).padEnd(length, "2")).getCountry() ?? [],
  );
  return found.every((country) => country === found[0]) ? found[0] : undefined;
}
