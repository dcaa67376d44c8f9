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

/** Maximum length of a text with a number, in characters. It is also libphonenumber's limit. */
export const MAX_TEXT_LENGTH = 250;

/** Reads a number in any common format. @param parse returns valid numbers; accepts more in the browser */
export const readPhone = (text: string, country: Country, parse = parseTyped) =>
  text.length > MAX_TEXT_LENGTH
    ? undefined
    : possibleForms(text, country)
        .map((form) => ({ form, number: parse(form, country) }))
        .find(({ form, number }) => number && !hasAddedAreaCode(number, form))?.number;

/** A digit followed by seven others, too many for the end of a number or an extension. */
const BEFORE_OTHERS = /\d(?=(\D*\d){7})/g;

/** Whether an invalid text begins with a valid number, followed by at least seven other digits. */
export function hasSeveralNumbers(text: string, country: Country, read = readPhone): boolean {
  const plain = normalizeText(text);
  // With its dial code, the longest number has 20 digits.
  return [...plain.matchAll(BEFORE_OTHERS)].slice(0, 20).some(({ index }) => {
    const number = read(plain.slice(0, index + 1), country);
    return number && !number.ext;
  });
}

/** Parses with `AsYouType`, which `react-phone-number-input` includes. libphonenumber's parser would add 2 KB. */
function parseTyped(text: string, country: Country): PhoneNumber | undefined {
  const [, rest = text, extension] = EXTENSION.exec(text) ?? [];
  if (/\d.*[\p{L}+].*\d/u.test(rest)) return undefined;
  const digits = phoneDigits(rest);
  const number = parseDigits(digits, country) ?? parseWithOtherPrefix(digits, country);
  if (extension !== undefined) number?.setExt(extension);
  return number;
}

/** More than six digits can be another number. A single letter other than x can mean "or" between two numbers. */
const EXTENSION = /^(.*\d)[ -]*(?:;ext=|x|\p{L}{2,}|[#~;]|,,)[ -]*(\d{1,6})[# ]*$/iu;
function parseDigits(digits: string, country: Country | undefined): PhoneNumber | undefined {
  const number = createFormatter(digits, country).getNumber();
  return number?.isValid() ? number : undefined;
}

/** Parses `+7 8 912…` as a national number, and `39 02…` in Italy as an international number. */
function parseWithOtherPrefix(digits: string, country: Country): PhoneNumber | undefined {
  const dialCode = findDialCode(digits) ?? countryDialCode(country);
  const other = digits.startsWith("+") ? nationalPart(digits) : `+${digits}`;
  if (other.startsWith(dialCode)) return undefined;
  const number = parseDigits(other, countriesWithDialCode(dialCode)[0]);
  // A national prefix can look like an exit code.
  return number?.countryCallingCode === dialCode ? number : undefined;
}

/** Whether libphonenumber added an area code, as it does for countries with only one area code. */
function hasAddedAreaCode({ number, nationalNumber, ext = "" }: PhoneNumber, form: string) {
  const digits = phoneDigits(form);
  return digits.length < (digits.startsWith("+") ? number : nationalNumber).length + ext.length;
}

/** Returns possible forms of a number for libphonenumber to parse, the likeliest first. */
function possibleForms(text: string, country: Country): string[] {
  const plain = normalizeText(text);
  // libphonenumber supports fewer separators, and treats some separators as the start of an extension.
  const forms = [...new Set([plain, plain.replace(/[^\p{L}\d+]+/gu, " ")])];
  return forms.flatMap(internationalForms).flatMap((form) => {
    const isMexican = country === "MX" || phoneDigits(form).startsWith("+");
    return isMexican && OLD_PREFIX.test(form) ? [form, form.replace(OLD_PREFIX, "+52")] : form;
  });
}

/**
 * Prefixes that were dialled for Mexico until 2019: 01 for long distance, 044 or 045 for mobiles, and 1 from abroad.
 * For a position in Mexico, `1 415…` is read as a Mexican number, although 415 is also a US area code.
 */
const OLD_PREFIX = /^[^\d+]*(?:(?:\+?52[ -]*)?1|(?:\+52[ -]*)?0(?:1|4[45]))/;

/** A leading 00, but not the exit codes 000 (Kenya) and 0011 (Australia). */
const EXIT_PREFIX = /^([^\d+]*)00(?!0|11)/;

/** Reads 00 as a plus, and omits a dial code that is followed by 00 or by the same dial code. */
function internationalForms(text: string): string[] {
  const international = text.replace(EXIT_PREFIX, "$1+");
  const digits = phoneDigits(international);
  if (!digits.startsWith("+")) return [text];
  const dialCode = findDialCode(digits) ?? "";
  const rest = digits.slice(1 + dialCode.length);
  if (EXIT_PREFIX.test(rest)) return [international, rest.replace(EXIT_PREFIX, "+")];
  // One extra digit is a typing error. Two or more extra digits are the repeated dial code.
  const isTooLong = () => createFormatter(digits.slice(0, -1)).validateLength() === "TOO_LONG";
  return rest.startsWith(dialCode) && isTooLong() ? [international, `+${rest}`] : [international];
}
