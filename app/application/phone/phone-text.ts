import { findDialCode, nationalPart } from "./numbering";

/**
 * Normalizes text that contains a telephone number. Removes invisible characters and `tel:`, converts digits of
 * every script to ASCII, and turns most separators into spaces. Keeps letters and the signs of an extension.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/^\s*tel:/i, "")
    .replace(/[^\p{L}\d+\-#,;=~]+/gu, " ")
    // One comma is a separator. Two commas are a pause before an extension.
    .replace(/,+/g, (commas) => (commas.length > 1 ? ",," : " "))
    .replace(/\+[ +]+/g, "+");

/** Converts a digit to ASCII. In Unicode, each script's digits are consecutive, from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Returns a text's digits in ASCII, after a plus if the number begins with a plus. */
export const phoneDigits = (text: string): string =>
  normalizeText(text)
    .replace(/[^\d+]/g, "")
    .replace(/(?!^)\+/g, "");

/** Adds a space after the dial code if the number isn't formatted, for lack of digits or plans. */
export function displayNumber(formatted: string): string {
  const dialCode = findDialCode(formatted);
  return dialCode !== undefined && /^.\d+$/.test(formatted)
    ? `+${dialCode} ${nationalPart(formatted)}`
    : formatted;
}
