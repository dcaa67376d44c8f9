import {
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";

/** The country of a number without a prefix when the position names none (specification, section 9). */
const DEFAULT_COUNTRY = "US";

/**
 * A telephone number as E.164, or undefined when it is not valid.
 *
 * @param text national or international, in any common shape; an extension is left out
 * @param country two letters, any case: whose national numbers are understood
 */
export function parsePhone(text: string, country: string | undefined): string | undefined {
  const number = parsePhoneNumberFromString(text.replace(/^\s*tel:/i, ""), phoneCountry(country));
  return number?.isValid() ? number.number : undefined;
}

/** The country that a position's numbers are read with. */
export function phoneCountry(country: string | undefined) {
  const code = country?.toUpperCase();
  return code && isSupportedCountry(code) ? code : DEFAULT_COUNTRY;
}

/** A mobile number of the country in its international form, to show what is meant; on one line. */
export function phoneExample(country: string | undefined): string {
  return (
    getExampleNumber(phoneCountry(country), examples)
      ?.formatInternational()
      .replaceAll(" ", "\u00a0") ?? ""
  );
}
