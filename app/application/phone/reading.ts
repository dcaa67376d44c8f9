import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { dialCodeIn, dialCodeOf, guessCountry, nationalPart, type Country } from "./country";
import { significant } from "./phone-text";

/** A valid number. */
export interface PhoneReading {
  /** E.164, as in `+34612345678`. */
  number: string;
  country: Country | undefined;
  /** Not a part of `number`: E.164 has no extensions. */
  extension?: string;
}

/**
 * Reads a telephone number; undefined if it is not valid. Browser and server use the same rules and
 * the same metadata, so that neither accepts what the other refuses.
 *
 * @param text a national or international number, in any common shape
 * @param country of a national number
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

/** The text with plain spaces, and without the invisible marks that come along when it is copied. */
const plainText = (text: string) =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(/\s/g, " ")
    .replace(/^ *tel:/i, "");

/** The exit codes of most of the world (00) and of North America (011). */
const EXIT_CODE = /^(?:00|011)/;

/**
 * What the digits may mean if they are no valid number. People write a number as it is dialled at home,
 * an exit code, or the dial code again, after the dial code; or a dial code without its plus.
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

/** The country of the number's dial code, or the given one. */
const homeOf = (digits: string, country: Country) =>
  (dialCodeIn(digits) === undefined ? undefined : guessCountry(digits, country)) ?? country;
