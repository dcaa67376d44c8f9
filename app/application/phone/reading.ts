import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { dialCodeIn, dialCodeOf, guessCountry, nationalPart, type Country } from "./country";
import { significant } from "./phone-text";

/** A valid number, read from whatever shape it was in. */
export interface PhoneReading {
  /** E.164, as in `+34612345678`. */
  number: string;
  country: Country | undefined;
  /** Left out of the number: nobody can be called at one in E.164. */
  extension?: string;
}

/**
 * Reads a telephone number; undefined when there is no valid one. Browser and server read with
 * the same rules and the same metadata, so that neither takes what the other refuses.
 *
 * @param text national or international, in any common shape
 * @param country whose national numbers are understood
 */
export function readPhone(text: string, country: Country): PhoneReading | undefined {
  const plain = plainText(text);
  for (const shape of [plain, ...otherShapes(significant(plain), country)]) {
    const number = parsePhoneNumberFromString(shape, homeOf(significant(plain), country));
    if (!number?.isValid()) continue;
    return {
      number: number.number,
      country: guessCountry(number.number, country),
      ...(number.ext ? { extension: number.ext } : {}),
    };
  }
  return undefined;
}

/** A text with plain spaces, and without the marks that come along when a number is copied. */
const plainText = (text: string) =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(/\s/g, " ")
    .replace(/^ *tel:/i, "");

/** What is dialled before an international number in most of the world, and in North America. */
const EXIT_CODE = /^(?:00|011)/;

/**
 * What people write without its being right: after the dial code a number as it is dialled at home,
 * an exit code, or the dial code once more; a dial code without its plus.
 */
function otherShapes(digits: string, country: Country): string[] {
  const isInternational = dialCodeIn(digits) !== undefined;
  const rest = isInternational ? nationalPart(digits) : digits.replace("+", "");
  const home = homeOf(digits, country);
  return [
    ...(isInternational ? [rest] : []),
    ...(EXIT_CODE.test(rest) ? [rest.replace(EXIT_CODE, "+")] : []),
    ...(rest.startsWith(dialCodeOf(home)) ? [`+${rest}`] : []),
  ];
}

/** The country whose way of dialling a number is written in. */
const homeOf = (digits: string, country: Country) =>
  (dialCodeIn(digits) === undefined ? undefined : guessCountry(digits, country)) ?? country;
