import { normalizeTyped } from "../../../contract/text";
import { findDialCode, nationalPart } from "./numbering";

/**
 * Normalizes text that contains a telephone number. Removes invisible characters and `tel:`, converts digits to
 * ASCII, and turns most separators into spaces. Keeps letters and the signs of an extension.
 */
export const normalizeText = (text: string): string =>
  normalizeTyped(text)
    .replace(/^\s*tel:/i, "")
    .replace(/[^\p{L}\d+\-#,;=~]+/gu, " ")
    // One comma is a separator. Two commas are a pause before an extension.
    .replace(/,+/g, (commas) => (commas.length > 1 ? ",," : " "))
    .replace(/\+[ +]+/g, "+");

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
