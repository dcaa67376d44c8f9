import parsePhoneNumber from "libphonenumber-js/core";
import {
  callingCodeIn,
  countriesOf,
  DIAL_CODES,
  metadata,
  planOf,
  type Country,
} from "./numbering";

export type { Country };

/** The country of a number without a prefix when the position names none (specification, section 9). */
const DEFAULT_COUNTRY = "US";

/** Whether a text is the code of a country with telephone numbers, in two capital letters. */
export const isCountry = (text: string): text is Country => text in DIAL_CODES;

/** The country of a position's national numbers. @param code two letters, any case */
export function phoneCountry(code: string | undefined): Country {
  const country = code?.toUpperCase();
  return country && isCountry(country) ? country : DEFAULT_COUNTRY;
}

/** The digits between the plus and the national number, such as `34`. */
export const dialCodeOf = (country: Country): string => DIAL_CODES[country] ?? "";

/** The dial code that an international number begins with; undefined while it is incomplete. */
export function dialCodeIn(digits: string): string | undefined {
  const code = callingCodeIn(digits);
  return countriesOf(code)[0] && code;
}

/** What follows the dial code of an international number; empty if the dial code is unknown. */
export const nationalPart = (digits: string): string =>
  digits.slice(1 + (dialCodeIn(digits)?.length ?? digits.length));

/**
 * The country of an international number that may still be incomplete. If several countries share the
 * dial code, it is the first one that the number can still become. (We take the order of libphonenumber's
 * metadata for the specification's.) Undefined if the dial code is unknown.
 *
 * @param digits plus and digits
 * @param current is kept as long as it may be right
 */
export function guessCountry(digits: string, current: Country | undefined): Country | undefined {
  const countries = countriesOf(dialCodeIn(digits));
  const known = current && countries.includes(current) ? current : undefined;
  const national = nationalPart(digits);
  if (national === "" || countries.length < 2) return known ?? countries[0];
  const possible = possibleCountries(digits, countries);
  if (known && (possible.has(known) || isTooEarlyFor(known, national))) return known;
  return countries.find((country) => possible.has(country)) ?? known ?? countries[0];
}

/** Digits to append: with one of them, a number that can become valid in a country does. */
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

/** Whether the area code, which tells the country, is incomplete. */
const isTooEarlyFor = (country: Country, national: string): boolean =>
  national.length < AREA_CODE_DIGITS && !planOf(country)?.leadingDigits();

/** Digits of an area code in the North American Numbering Plan, the one that most countries share. */
const AREA_CODE_DIGITS = 3;

/**
 * The exit code that a number begins with as it is dialled in a country: 00 everywhere, and the country's
 * own where it begins with 0, such as 011 in the States. Undefined while it may still become a longer one.
 */
export function exitCodeIn(national: string, country: Country): string | undefined {
  const own = planOf(country)?.IDDPrefix();
  if (own === undefined || !national.startsWith("0")) return undefined;
  if (!national.startsWith("00")) return new RegExp(`^(?:${own})`).exec(national)?.[0];
  const longer = LONGER_EXIT_CODES.filter((code) => new RegExp(`^(?:${own})$`).test(code));
  if (longer.some((code) => code.startsWith(national) && code !== national)) return undefined;
  return longer.find((code) => national.startsWith(code)) ?? "00";
}

/** Exit codes that no 00 with a dial code can be taken for: Kenya's and Australia's. */
const LONGER_EXIT_CODES = ["000", "0011"];

/** The most digits that a national number has behind a dial code; no end while that is not known. */
export const longestOf = (dialCode: string): number =>
  Math.max(
    ...countriesOf(dialCode).flatMap((country) => planOf(country)?.possibleLengths() ?? Infinity),
  );
