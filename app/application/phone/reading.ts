import type { PhoneNumber } from "libphonenumber-js/core";
import {
  countriesWithDialCode,
  findDialCode,
  countryDialCode,
  nationalPart,
  createFormatter,
  type Country,
} from "./numbering";
import { normalizeText, phoneDigits } from "./phone-text";

/**
 * Reads a telephone number; undefined if it is not valid. The browser knows how long a country's numbers
 * are and how they begin. The server knows more, and decides (`reading.server.ts`): with less metadata
 * more numbers are valid, but a text is never another number.
 *
 * @param text a national or international number, in any common shape
 * @param country of a national number
 * @param parse gives only valid numbers
 */
export const readPhone = (
  text: string,
  country: Country,
  parse = parseTyped,
): PhoneNumber | undefined =>
  possibleNumbers(text, country)
    .map((shape) => ({ shape, number: parse(shape, country) }))
    .find(({ shape, number }) => number && !hasAddedAreaCode(number, shape))?.number;

/**
 * Parses a text in the browser, with the formatter that `react-phone-number-input` brings along:
 * libphonenumber's parser would add 2 KB. It reads less, and never another number.
 */
function parseTyped(text: string, country: Country): PhoneNumber | undefined {
  const [, rest = text, extension] = EXTENSION.exec(text) ?? [];
  if (/\d.*[\p{L}+].*\d/u.test(rest)) return undefined;
  const digits = phoneDigits(rest);
  const number = parseDigits(digits, country) ?? parseWithOtherPrefix(digits, country);
  if (extension !== undefined) number?.setExt(extension);
  return number;
}

/** A number, and what follows a word or sign behind it. One letter may be an "or" between two numbers. */
const EXTENSION = /^(.*\d)[ -]*(?:;ext=|x|\p{L}{2,}|[#~;]|,,)[ -]*(\d{1,7})[# ]*$/iu;

function parseDigits(digits: string, country: Country | undefined): PhoneNumber | undefined {
  const number = createFormatter(digits, country).getNumber();
  return number?.isValid() ? number : undefined;
}

/** Parses `+7 8 912…` as a national number, and `39 02…` in Italy as an international one. */
function parseWithOtherPrefix(digits: string, country: Country): PhoneNumber | undefined {
  const own = findDialCode(digits) ?? countryDialCode(country);
  const other = digits.startsWith("+") ? nationalPart(digits) : `+${digits}`;
  if (other.startsWith(own)) return undefined;
  const number = parseDigits(other, countriesWithDialCode(own)[0]);
  // A national prefix may look like an exit code.
  return number?.countryCallingCode === own ? number : undefined;
}

/** Whether libphonenumber put an area code in front, as it does for countries that have only one. */
function hasAddedAreaCode(
  { number, nationalNumber, ext = "" }: PhoneNumber,
  shape: string,
): boolean {
  const digits = phoneDigits(shape);
  return digits.length < (digits.startsWith("+") ? number : nationalNumber).length + ext.length;
}

/**
 * What a text may mean as a telephone number, the likeliest first: texts for libphonenumber to read, each
 * with a plus, or as it is dialled in the country.
 *
 * A plus or `00` in front makes it international, and nothing else. Otherwise libphonenumber reads it as it
 * is dialled in the country.
 */
function possibleNumbers(text: string, country: Country): string[] {
  const plain = normalizeText(text);
  // libphonenumber knows fewer separators, and takes some for the beginning of an extension.
  return [...new Set([plain, plain.replace(/[^\p{L}\d+]+/gu, " ")])].flatMap((shape) =>
    internationalForms(shape).flatMap((reading) => [
      reading,
      ...withoutOldMexicanPrefix(reading, country),
    ]),
  );
}

function internationalForms(text: string): string[] {
  const international = text.replace(EXIT_PREFIX, "$1+");
  const digits = phoneDigits(international);
  return digits.startsWith("+") ? [international, ...withoutRepeatedPrefix(digits)] : [text];
}

/** The 00 in front of a number. 000 and 0011 are exit codes themselves, in Kenya and in Australia. */
const EXIT_PREFIX = /^([^\d+]*)00(?!0|11)/;

/** A number typed with 00, or with its dial code again, behind the plus or the dial code. */
function withoutRepeatedPrefix(digits: string): string[] {
  const dialCode = findDialCode(digits) ?? "";
  const rest = digits.slice(1 + dialCode.length);
  if (EXIT_PREFIX.test(rest)) return [rest.replace(EXIT_PREFIX, "+")];
  // One digit too many is a slip; two or more are the dial code.
  const isTooLong = createFormatter(digits.slice(0, -1)).validateLength() === "TOO_LONG";
  return dialCode !== "" && rest.startsWith(dialCode) && isTooLong ? [`+${rest}`] : [];
}

/**
 * A number as it was dialled in Mexico until 2019: with 01 from elsewhere in the country, with 044 or 045
 * to a mobile, with a 1 from abroad. Today's numbers have ten digits, and none begins with 0 or 1.
 * An area code such as 415 belongs to Mexico and to the States, with a 1 in front or without: the
 * country's own is meant.
 */
function withoutOldMexicanPrefix(text: string, country: Country): string[] {
  const isMexican = country === "MX" || phoneDigits(text).startsWith("+");
  return isMexican && OLD_PREFIX.test(text) ? [text.replace(OLD_PREFIX, "+52")] : [];
}

const OLD_PREFIX = /^[^\d+]*(?:(?:\+?52[ -]*)?1|(?:\+52[ -]*)?0(?:1|4[45]))/;
