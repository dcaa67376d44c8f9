import { memoize } from "../../i18n/memoize";
import { countryName, phoneCountry } from "./country";
import type { PhoneDefaults } from "./defaults";
import { countryDialCode, type Country } from "./numbering";

/** @param code the position's country: two letters in any case @param language a BCP 47 tag */
export const phoneDefaults = (code: string | undefined, language: string): PhoneDefaults =>
  countryDefaults(phoneCountry(code), language);

const countryDefaults = memoize(1000, (country: Country, language: string): PhoneDefaults => ({
  country,
  countryName: countryName(country, language),
  dialCode: countryDialCode(country),
}));
