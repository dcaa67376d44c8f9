import parsePhoneNumber, { type MetadataJson, type PhoneNumber } from "libphonenumber-js/core";
import { guessCountry } from "./country";
import { metadata, type Country } from "./numbering";
import { significant } from "./phone-text";
import { shapesOf } from "./shapes";

/** A valid number. */
export interface PhoneReading {
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
