import { parseIncompletePhoneNumber } from "libphonenumber-js/min";
import { dialCodeIn } from "./country";

/**
 * What of a text belongs to a number: its digits, in ASCII whatever script they are written in,
 * and a plus in front of them.
 */
export const significant = (text: string): string =>
  parseIncompletePhoneNumber(text.replaceAll("＋", "+"));

/** A number as it stands in the field: behind its dial code a space, from the beginning. */
export const shownPhone = (formatted: string): string =>
  formatted.length > 1 && formatted === `+${dialCodeIn(formatted) ?? ""}`
    ? `${formatted} `
    : formatted;
