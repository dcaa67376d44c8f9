import parsePhoneNumber from "libphonenumber-js/core";
import {
  countriesOf,
  dialCodeIn,
  isCountry,
  metadata,
  nationalPart,
  planOf,
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
 * The country of an international number that may be incomplete. Where countries share the dial code, it
 * is the first that the number can still become (we take libphonenumber's order for the specification's
 * priority).
 *
 * @param digits plus and digits
 * @param current stays while it is possible, and while the dial code is unknown
 */
export function guessCountry(digits: string, current: Country): Country {
  const countries = countriesOf(dialCodeIn(digits));
  const isKnown = countries.includes(current);
  const [first = current] = isKnown ? [current] : countries;
  const national = nationalPart(digits);
  if (national === "" || countries.length < 2) return first;
  const possible = possibleCountries(digits, countries);
  if (isKnown && (possible.has(current) || isTooEarlyFor(current, national))) return current;
  return countries.find((country) => possible.has(country)) ?? first;
}

/** Digits to append: one of them completes any number that can become valid in a country. */
const CONTINUATIONS = ["2", "5", "0", "7", "1", "9", "3456789012"].map((text) => text.repeat(17));

/** The countries in which more digits can make the number valid. */
function possibleCountries(digits: string, countries: readonly Country[]): Set<Country> {
  const national = nationalPart(digits);
  const lengths = new Set(countries.flatMap((country) => planOf(country)?.possibleLengths() ?? []));
  const wholes = [...lengths]
    .filter((length) => length >= national.length)
    .flatMap((length) =>
      CONTINUATIONS.map((more) => digits + more.slice(0, length - national.length)),
    );
  return new Set(
    wholes.flatMap((whole) => {
      const number = parsePhoneNumber(whole, metadata);
      return number?.country && number.isValid() ? [number.country] : [];
    }),
  );
}

/** Digits of an area code in the North American Numbering Plan, which most countries share. */
const AREA_CODE_DIGITS = 3;

/** Whether the area code, which tells the country, is incomplete. */
const isTooEarlyFor = (country: Country, national: string): boolean =>
  national.length < AREA_CODE_DIGITS && !planOf(country)?.leadingDigits();

/** Exit codes that cannot be a 00 and a dial code: Kenya's and Australia's. */
const LONGER_EXIT_CODES = ["000", "0011"];

/**
 * The exit code that a number begins with as it is dialled in a country: 00 everywhere, and the country's
 * own where it begins with 0, such as 011 in the States. Undefined while it may become a longer one.
 */
export function exitCodeIn(national: string, country: Country): string | undefined {
  const own = planOf(country)?.IDDPrefix();
  if (own === undefined || !national.startsWith("0")) return undefined;
  if (!national.startsWith("00")) return new RegExp(`^(?:${own})`).exec(national)?.[0];
  const longer = LONGER_EXIT_CODES.filter((code) => new RegExp(`^(?:${own})$`).test(code));
  if (longer.some((code) => code.startsWith(national) && code !== national)) return undefined;
  return longer.find((code) => national.startsWith(code)) ?? "00";
}

/** The most digits that a national number has behind a dial code; infinite where that is unknown. */
export function longestNational(dialCode: string): number {
  const lengths = countriesOf(dialCode).flatMap(
    (country) => planOf(country)?.possibleLengths() ?? Infinity,
  );
  return lengths.length === 0 ? Infinity : Math.max(...lengths);
}
