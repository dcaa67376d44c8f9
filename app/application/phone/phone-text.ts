import { parseIncompletePhoneNumber } from "libphonenumber-js/min";
import { dialCodeIn } from "./country";

/**
 * The parts of a text that belong to a number: a plus in front, and the digits, which become ASCII
 * from whatever script they are in.
 */
export const significant = (text: string): string =>
  parseIncompletePhoneNumber(text.replaceAll("＋", "+"));

/** A formatted number as the field shows it: a space follows a dial code that stands alone. */
export const shownPhone = (formatted: string): string =>
  formatted.length > 1 && formatted === `+${dialCodeIn(formatted) ?? ""}`
    ? `${formatted} `
    : formatted;
