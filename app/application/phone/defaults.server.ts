import { memoize } from "../../i18n/memoize";
import { countryName, phoneCountry } from "./country";
import { countryDialCode, type Country } from "./numbering";

/** The initial values of a phone field. */
export interface PhoneDefaults {
  /** The country of national numbers. */
  country: Country;
  /** In the page's language. */
  countryName: string;
  dialCode: string;
}

/** @param code the position's country: two letters, any case @param language a BCP 47 tag */
export const phoneDefaults = (code: string | undefined, language: string): PhoneDefaults =>
  countryDefaults(phoneCountry(code), language);

const countryDefaults = memoize(1000, (country: Country, language: string): PhoneDefaults => ({
  country,
  countryName: countryName(country, language),
  dialCode: countryDialCode(country),
}));
