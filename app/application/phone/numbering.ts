import { AsYouType, type CountryCode, type MetadataJson } from "libphonenumber-js/core";
import dialCodes from "./dial-codes.generated.json";
import { fetchPlans } from "./fetch-plans";

/** A country code of libphonenumber: two capital letters, mostly as in ISO 3166-1. */
export type Country = CountryCode;

/** Countries by dial code, the most likely first. Dial codes such as 800 have no country. */
const COUNTRIES: Partial<Record<string, readonly Country[]>> = {};
const DIAL_CODES: Partial<Record<string, string>> = {};

let last = 0;
// `scripts/numbering.ts` writes the gap between two dial codes, or a comma for 1, and libphonenumber's country codes.
for (const [, gap, names = ""] of dialCodes.matchAll(/(\d+|,)([^\d,]+)/g)) {
  last += Number(gap) || 1;
  const countries = (names.match(/../g) ?? []) as Country[];
  COUNTRIES[last] = countries;
  for (const country of countries) DIAL_CODES[country] = String(last);
}

export const ALL_COUNTRIES = Object.keys(DIAL_CODES) as Country[];

export const isCountry = (text: string): text is Country => text in DIAL_CODES;

/** The digits between the plus and the national number, such as `34`. */
export const countryDialCode = (country: Country): string => DIAL_CODES[country] ?? "";

export const dialPrefix = (country: Country): string => `+${countryDialCode(country)}`;

export const countriesWithDialCode = (dialCode = ""): readonly Country[] =>
  COUNTRIES[dialCode] ?? [];

/** Dial codes have 1 to 3 digits, and no code is a prefix of another (ITU-T E.164). */
export const findDialCode = (digits: string): string | undefined =>
  digits.startsWith("+")
    ? [2, 3, 4].map((end) => digits.slice(1, end)).find((code) => COUNTRIES[code])
    : undefined;

/** The digits after the dial code; empty if the dial code is unknown. */
export const nationalPart = (digits: string): string =>
  digits.slice(1 + (findDialCode(digits)?.length ?? digits.length));

export const metadata: MetadataJson = {
  version: 4,
  country_calling_codes: {},
  countries: {},
  nonGeographic: {},
};

/** Whether the plans for an international number have loaded. An unknown dial code needs no plans. */
export function hasPlansFor(digits: string): boolean {
  const code = findDialCode(digits);
  const { country_calling_codes, nonGeographic } = metadata;
  return code === undefined || code in country_calling_codes || code in nonGeographic;
}

/** @throws if there are still no plans for `dialCode` */
export function addPlans(plans: MetadataJson, dialCode = ""): void {
  for (const part of ["country_calling_codes", "countries", "nonGeographic"] as const) {
    Object.assign(metadata[part], plans[part]);
  }
  if (!hasPlansFor(`+${dialCode}`)) throw new TypeError("No plans");
}

export const loadPlans = async (dialCode: string): Promise<void> =>
  addPlans(await fetchPlans(dialCode), dialCode);

export function createFormatter(digits: string, country?: Country): AsYouType {
  const formatter = new AsYouType(country, metadata);
  formatter.input(digits);
  return formatter;
}
