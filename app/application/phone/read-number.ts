import parsePhoneNumber, { type MetadataJson, type PhoneNumber } from "libphonenumber-js/core";
import type { Country } from "./country";
import { significant } from "./phone-text";
import { shapesOf } from "./shapes";

/** A valid number. */
export interface NumberRead {
  /** E.164, as in `+34612345678`. */
  number: string;
  /** Not a part of `number`: E.164 has no extensions. */
  extension?: string | undefined;
}

/**
 * Reads a telephone number by some of libphonenumber's metadata; undefined if it is not valid. With less
 * metadata more numbers are valid, but a text is never another number.
 *
 * @param text a national or international number, in any common shape
 * @param country of a national number
 */
export function readNumber(
  text: string,
  country: Country,
  metadata: MetadataJson,
): NumberRead | undefined {
  for (const shape of shapesOf(text, country)) {
    const number = parsePhoneNumber(shape, { defaultCountry: country }, metadata);
    if (!number?.isValid() || isInvented(number, shape)) continue;
    return { number: number.number, extension: number.ext };
  }
  return undefined;
}

/** Whether libphonenumber put an area code in front, as it does for countries that have only one. */
const isInvented = ({ nationalNumber, ext = "" }: PhoneNumber, shape: string): boolean =>
  significant(shape).replace("+", "").length < nationalNumber.length + ext.length;
