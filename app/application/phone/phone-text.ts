import { parseIncompletePhoneNumber } from "libphonenumber-js/core";
import { normalizeTyped } from "~/contract/text";
import { findDialCode, nationalPart } from "./numbering";

/** Removes invisible characters and `tel:`, converts digits to ASCII, and turns most separators into spaces. */
export const normalizeText = (text: string): string =>
  normalizeTyped(text)
    .replace(/^\s*tel:/i, "")
    .replace(/[^\p{L}\d+\-#,;=~]+/gu, " ")
    // One comma is a separator. Two commas are a pause before an extension.
    .replace(/,+/g, (commas) => (commas.length > 1 ? ",," : " "))
    .replace(/\+[ +]+/g, "+");

/** Returns a text's digits in ASCII, after a plus if the number begins with a plus. */
export const phoneDigits = (text: string): string =>
  parseIncompletePhoneNumber(normalizeText(text));

/** Adds a space after the dial code if the number isn't formatted, for lack of digits or plans. */
export const displayNumber = (formatted: string): string =>
  /^\+\d+$/.test(formatted) && findDialCode(formatted) !== undefined
    ? `+${findDialCode(formatted)} ${nationalPart(formatted)}`
    : formatted;

export const countDigitsAfter = (text: string, place: number): number =>
  text.slice(place).match(/\p{Nd}/gu)?.length ?? 0;

/** Returns the caret position that leaves this many digits after the caret, in front of any separator. */
export function caretPosition(text: string, digits: number): number {
  const place = Math.max(0, text.search(new RegExp(`(?:[+\\d][^+\\d]*){${digits}}$`)));
  const before = text.slice(0, place);
  // Keep the caret at the end of the number, or after the dial code's space.
  return digits === 0 || /^\+\d+ +$/.test(before) ? place : before.replace(/[^+\d]+$/, "").length;
}
