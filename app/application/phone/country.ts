import { countryName } from "~/app/i18n/regions";
import {
  countriesWithDialCode,
  countryDialCode,
  createFormatter,
  findDialCode,
  isCountry,
  type Country,
} from "./numbering";

/** The country of national numbers if the position's country is unknown (specification, section 9). */
const DEFAULT_COUNTRY = "US";

/** @param code the position's country: two letters in any case */
export function phoneCountry(code: string | undefined): Country {
  const country = code?.toUpperCase();
  return country && isCountry(country) ? country : DEFAULT_COUNTRY;
}

export type PhoneDefaults = ReturnType<typeof phoneDefaults>;

/** The country of a position's national numbers, in words. The browser gets it with the form. */
export function phoneDefaults(code: string | undefined, language: string) {
  const country = phoneCountry(code);
  return {
    country,
    countryName: countryName(country, language),
    dialCode: countryDialCode(country),
  };
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
  const dialCode = findDialCode(digits) ?? "";
  const [first = current, ...others] = countriesWithDialCode(dialCode);
  const area = others.length > 0 ? findAreaCountry(digits, dialCode) : undefined;
  return area ?? (others.includes(current) ? current : first);
}

/**
 * Returns the country of an incomplete number if no other country's numbers begin with the same digits: completes
 * the number in ten ways, because libphonenumber recognizes only complete numbers.
 */
function findAreaCountry(digits: string, dialCode: string): Country | undefined {
  // Area codes that tell countries apart have at least three digits.
  if (digits.length < `+${dialCode}000`.length) return undefined;
  // With most shared dial codes, a number has ten digits after +1 or +44, and nine after +262.
  const length = "+".length + Math.min(dialCode.length, 2) + 10;
  const found = Array.from("0123456789").flatMap(
    (next) => createFormatter((digits + next).padEnd(length, "2")).getCountry() ?? [],
  );
  return found.every((country) => country === found[0]) ? found[0] : undefined;
}
