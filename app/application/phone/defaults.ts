import type { Country } from "./numbering";

export interface PhoneDefaults {
  /** The country of national numbers. */
  country: Country;
  /** The country's name in the page's language. */
  countryName: string;
  dialCode: string;
}
