import parsePhoneNumber from "libphonenumber-js/core";
import max from "libphonenumber-js/max/metadata";
import min from "libphonenumber-js/min/metadata";
import { addPlans, type Country } from "./numbering";
import { hasSeveralNumbers, MAX_TEXT_LENGTH, readPhone } from "./parse-phone";

// The server has every plan from the start.
addPlans(min);

export const readPhoneOnServer = (text: string, country: Country) =>
  readPhone(text, country, parse);

/** Like `hasSeveralNumbers`. An extension is not a number, even if it is too long. */
export const hasSeveralOnServer = (text: string, country: Country): boolean =>
  hasSeveralNumbers(
    text.slice(0, MAX_TEXT_LENGTH).replace(EXTENSION, " "),
    country,
    readPhoneOnServer,
  );

const EXTENSION = /(?<!\p{L})(?:e?xt\p{L}{0,9}|x|int(?:erno)?|anexo)[^\p{L}\d]{0,5}\d+/giu;

function parse(text: string, defaultCountry: Country) {
  const number = parsePhoneNumber(text, { defaultCountry }, max);
  // More digits than `parse-phone.ts` allows for an extension can be another number.
  return number?.isValid() && !/\d{7}/.test(number.ext ?? "") ? number : undefined;
}
