import parsePhoneNumber from "libphonenumber-js/core";
import max from "libphonenumber-js/max/metadata";
import min from "libphonenumber-js/min/metadata";
import { addPlans, type Country } from "./numbering";
import { readPhone } from "./parse-phone";

// The server has every plan from the start.
addPlans(min);

/** Reads a telephone number with libphonenumber's full metadata. */
export const readPhoneOnServer = (text: string, country: Country) =>
  readPhone(text, country, parse);

function parse(text: string, defaultCountry: Country) {
  const number = parsePhoneNumber(text, { defaultCountry }, max);
  return number?.isValid() ? number : undefined;
}
