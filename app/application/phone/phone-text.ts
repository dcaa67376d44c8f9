import { findDialCode, nationalPart } from "./numbering";

/**
 * A text as telephone numbers are read from it: without invisible marks, with the digits of every script
 * as ASCII, and a space for any separator. Letters stay, and the signs that begin an extension.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/^\s*tel:/i, "")
    .replace(/[^\p{L}\d+\-#,;=~]+/gu, " ")
    // One comma separates; two are a pause before an extension.
    .replace(/,+/g, (commas) => (commas.length > 1 ? ",," : " "))
    .replace(/\+[ +]+/g, "+");

/** Unicode has each script's ten digits in a row, from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** The parts of a text that belong to a number: a plus in front, and the digits as ASCII. */
export const phoneDigits = (text: string): string =>
  normalizeText(text)
    .replace(/[^\d+]/g, "")
    .replace(/(?!^)\+/g, "");

/**
 * A formatted number as the field shows it: with a space behind a dial code that stands alone, or whose
 * plans have not loaded.
 */
export function displayNumber(formatted: string): string {
  const dialCode = findDialCode(formatted);
  return dialCode !== undefined && /^.\d+$/.test(formatted)
    ? `+${dialCode} ${nationalPart(formatted)}`
    : formatted;
}
