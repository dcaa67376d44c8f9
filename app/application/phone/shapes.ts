import { exitCodeIn, guessCountry, longestNational } from "./country";
import { dialCodeIn, nationalPart, type Country } from "./numbering";
import { plainText, significant } from "./phone-text";

/**
 * What a text may mean as a telephone number, the likeliest first: texts for libphonenumber to read, each
 * with a plus, or as it is dialled in the country.
 *
 * A plus or `00` in front makes it international, and nothing else. Otherwise it is national, or begins
 * with the country's own exit code (such as 011 in the States), or with its dial code without a plus.
 */
export function shapesOf(text: string, country: Country): string[] {
  const plain = plainText(text);
  // libphonenumber knows fewer separators, and takes some for the beginning of an extension.
  return [...new Set([plain, plain.replace(/[^\p{L}\d+]+/gu, " ")])].flatMap((shape) =>
    readingsOf(shape, country).flatMap((reading) => [reading, ...mexican(reading, country)]),
  );
}

function readingsOf(text: string, country: Country): string[] {
  const international = text.replace(ABROAD, "$1+");
  const digits = significant(international);
  return digits.startsWith("+") ? [international, ...twice(digits, country)] : [text];
}

/** The 00 in front of a number. 000 and 0011 are exit codes themselves, in Kenya and in Australia. */
const ABROAD = /^([^\d+]*)00(?!0|11)/;

/** People write an exit code, or the dial code again, behind the dial code that is already there. */
function twice(digits: string, country: Country): string[] {
  const dialCode = dialCodeIn(digits);
  if (dialCode === undefined) return [digits.replace(/^\+00/, "+")];
  const rest = nationalPart(digits);
  const exitCode = rest.startsWith("0") && exitCodeIn(rest, guessCountry(digits, country));
  if (exitCode) return [`+${rest.slice(exitCode.length)}`];
  // One digit too many is a slip; two or more are the dial code.
  const isTwice = rest.startsWith(dialCode) && rest.length > longestNational(dialCode) + 1;
  return isTwice ? [`+${rest}`] : [];
}

/**
 * A number as it was dialled in Mexico until 2019: with 01 from elsewhere in the country, with 044 or 045
 * to a mobile, with a 1 from abroad. Today's numbers have ten digits, and none begins with 0 or 1.
 * An area code such as 415 belongs to Mexico and to the States, with a 1 in front or without: the
 * country's own is meant.
 */
function mexican(text: string, country: Country): string[] {
  const isMexican = country === "MX" || significant(text).startsWith("+");
  return isMexican && OLD_PREFIX.test(text) ? [text.replace(OLD_PREFIX, "+52")] : [];
}

const OLD_PREFIX = /^[^\d+]*(?:(?:\+?52[ -]*)?1|(?:\+52[ -]*)?0(?:1|4[45]))/;
