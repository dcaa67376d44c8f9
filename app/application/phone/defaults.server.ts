import { getExampleNumber } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { remembering } from "../../i18n/remembering";
import { dialCodeOf, phoneCountry, type Country } from "./country";
import { countryName } from "./country-name";

/** What a page's phone field is drawn with. */
export interface PhoneDefaults {
  /** The country of national numbers. */
  country: Country;
  /** In the page's language. */
  countryName: string;
  dialCode: string;
  /** A mobile number in international form, as an example; its spaces do not break. */
  example: string;
}

/** @param code the position's country: two letters, any case; @param language a BCP 47 tag */
export const phoneDefaults = (code: string | undefined, language: string): PhoneDefaults =>
  defaultsOf(phoneCountry(code), language);

const defaultsOf = remembering(1000, (country: Country, language: string): PhoneDefaults => {
  const example = getExampleNumber(country, examples)?.formatInternational() ?? "";
  return {
    country,
    countryName: countryName(country, language),
    dialCode: dialCodeOf(country),
    example: example.replaceAll(" ", "\u00a0"),
  };
});
