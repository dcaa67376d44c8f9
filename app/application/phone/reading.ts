import parsePhoneNumber, {
  validatePhoneNumberLength,
  type MetadataJson,
  type PhoneNumber,
} from "libphonenumber-js/core";
import { guessCountry } from "./country";
import { dialCodeIn, metadata, type Country } from "./numbering";
import { plainText, significant } from "./phone-text";

/** A valid number. */
interface PhoneReading {
  /** E.164, as in `+34612345678`. */
  number: string;
  /** Not part of `number`: E.164 has no extensions. */
  extension?: string | undefined;
  country: Country;
}

/**
 * Reads a telephone number; undefined if it is not valid. The browser knows how long a country's numbers
 * are and how they begin. The server knows more, and decides (`reading.server.ts`): with less metadata
 * more numbers are valid, but a text is never another number.
 *
 * @param text a national or international number, in any common shape
 * @param country of a national number
 */
export function readPhone(
  text: string,
  country: Country,
  plans: MetadataJson = metadata,
): PhoneReading | undefined {
  for (const shape of shapesOf(text, country)) {
    const number = parsePhoneNumber(shape, { defaultCountry: country }, plans);
    if (!number?.isValid() || isInvented(number, shape)) continue;
    return {
      number: number.number,
      extension: number.ext,
      country: guessCountry(number.number, country),
    };
  }
  return undefined;
}

/** Whether libphonenumber put an area code in front, as it does for countries that have only one. */
const isInvented = ({ nationalNumber, ext = "" }: PhoneNumber, shape: string): boolean =>
  significant(shape).replace("+", "").length < nationalNumber.length + ext.length;

/**
 * What a text may mean as a telephone number, the likeliest first: texts for libphonenumber to read, each
 * with a plus, or as it is dialled in the country.
 *
 * A plus or `00` in front makes it international, and nothing else. Otherwise libphonenumber reads it as it
 * is dialled in the country.
 */
function shapesOf(text: string, country: Country): string[] {
  const plain = plainText(text);
  // libphonenumber knows fewer separators, and takes some for the beginning of an extension.
  return [...new Set([plain, plain.replace(/[^\p{L}\d+]+/gu, " ")])].flatMap((shape) =>
    readingsOf(shape).flatMap((reading) => [reading, ...mexican(reading, country)]),
  );
}

function readingsOf(text: string): string[] {
  const international = text.replace(ABROAD, "$1+");
  const digits = significant(international);
  return digits.startsWith("+") ? [international, ...twice(digits)] : [text];
}

/** The 00 in front of a number. 000 and 0011 are exit codes themselves, in Kenya and in Australia. */
const ABROAD = /^([^\d+]*)00(?!0|11)/;

/** A number typed with 00, or with its dial code again, behind the plus or the dial code. */
function twice(digits: string): string[] {
  const dialCode = dialCodeIn(digits) ?? "";
  const rest = digits.slice(1 + dialCode.length);
  if (ABROAD.test(rest)) return [rest.replace(ABROAD, "+")];
  // One digit too many is a slip; two or more are the dial code.
  const isTooLong = validatePhoneNumberLength(digits.slice(0, -1), metadata) === "TOO_LONG";
  return dialCode !== "" && isTooLong && rest.startsWith(dialCode) ? [`+${rest}`] : [];
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
