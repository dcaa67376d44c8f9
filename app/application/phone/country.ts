import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import type { CountryCode } from "libphonenumber-js/min";
import metadata from "libphonenumber-js/min/metadata";
import { Metadata } from "libphonenumber-js/core";

/** Two capital letters, as in ISO 3166-1. */
export type Country = CountryCode;

/** The country of a number without a prefix when the position names none (specification, section 9). */
const DEFAULT_COUNTRY = "US";

/** Countries by dial code, the most likely one first: it stands in for the specification's priority. */
const BY_DIAL_CODE: Partial<Record<string, readonly Country[]>> = metadata.country_calling_codes;

/** Whether a text is a country that has telephones, in two capital letters. */
export const isCountry = (text: string): text is Country => isSupportedCountry(text);

/** The country that a position's numbers are read with. @param code two letters, any case */
export function phoneCountry(code: string | undefined): Country {
  const country = code?.toUpperCase();
  return country && isCountry(country) ? country : DEFAULT_COUNTRY;
}

/** The digits between the plus and the national number, such as `34`. */
export const dialCodeOf = (country: Country): string => getCountryCallingCode(country);

/** The dial code that an international number begins with, if it has got that far. */
export function dialCodeIn(digits: string): string | undefined {
  // From 1 to 3 digits, and none is the beginning of another (ITU-T E.164).
  if (!digits.startsWith("+")) return undefined;
  return [2, 3, 4].map((end) => digits.slice(1, end)).find((code) => BY_DIAL_CODE[code]);
}

/** What follows the dial code of an international number; empty while that is not known. */
export const nationalPart = (digits: string): string =>
  digits.slice(1 + (dialCodeIn(digits)?.length ?? digits.length));

/**
 * The country of an international number, as far as its digits tell by now: where several share a
 * dial code, the one that a number may still become. Undefined while the dial code is unknown.
 *
 * @param digits plus and digits
 * @param current stays as long as it may be right
 */
export function guessCountry(digits: string, current: Country | undefined): Country | undefined {
  const countries = BY_DIAL_CODE[dialCodeIn(digits) ?? ""] ?? [];
  const known = current && countries.includes(current) ? current : undefined;
  const national = nationalPart(digits);
  if (national === "" || countries.length < 2) return known ?? countries[0];
  const possible = possibleCountries(digits, countries);
  if (known && (possible.has(known) || isTooEarlyFor(known, national))) return known;
  return countries.find((country) => possible.has(country)) ?? known ?? countries[0];
}

/** Digits to go on with: together they come upon a valid number wherever there is one to come. */
const CONTINUATIONS = ["2", "5", "0", "7", "1", "9", "3456789012"].map((text) => text.repeat(17));

/** The countries that a number may turn out to be of, when it goes on. */
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
      const number = parsePhoneNumberFromString(whole);
      return number?.country && number.isValid() ? [number.country] : [];
    }),
  );
}

/** Whether an area code, where a country is known by no fewer digits, has only just begun. */
const isTooEarlyFor = (country: Country, national: string): boolean =>
  national.length < AREA_CODE_DIGITS && !planOf(country)?.leadingDigits();

/** Digits of an area code in the North American Numbering Plan, the one that most countries share. */
const AREA_CODE_DIGITS = 3;

/** What is dialled in a country before an international number, when a national one begins so. */
export function exitCodeIn(national: string, country: Country): string | undefined {
  const exitCode = planOf(country)?.IDDPrefix();
  return exitCode && national.startsWith("0")
    ? new RegExp(`^(?:${exitCode})`).exec(national)?.[0]
    : undefined;
}

function planOf(country: Country) {
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country);
  return plans.numberingPlan;
}
