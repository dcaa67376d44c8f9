import { isValidPhoneNumber } from "libphonenumber-js/max";
import { createRequire } from "node:module";

/** The exports of Google's library that the tests use. It has example numbers. */
interface Library {
  PhoneNumberUtil: { getInstance: () => Util };
  PhoneNumberFormat: { E164: number; INTERNATIONAL: number; NATIONAL: number };
  PhoneNumberType: Record<string, number>;
}

interface Util {
  getSupportedRegions: () => string[];
  getSupportedGlobalNetworkCallingCodes: () => number[];
  getExampleNumberForType: (region: string, type: number) => unknown;
  getExampleNumberForNonGeoEntity: (callingCode: number) => unknown;
  format: (number: unknown, format: number) => string;
  parse: (text: string, region: string) => unknown;
  isValidNumber: (number: unknown) => boolean;
  getRegionCodeForNumber: (number: unknown) => string | undefined;
}

export interface ExampleNumber {
  /** The country's code. Undefined for numbers without a country, such as +800. */
  country?: string;
  type: string;
  e164: string;
  international: string;
  national: string;
}

/**
 * Returns the example numbers of Google's libphonenumber for all countries and types. Leaves out numbers
 * that libphonenumber-js rejects.
 */
export function validExamples(): ExampleNumber[] {
  return listExamples().filter(({ e164 }) => isValidPhoneNumber(e164));
}

const library = createRequire(import.meta.url)("google-libphonenumber") as Library;
const util = library.PhoneNumberUtil.getInstance();

/** Parses a number with Google's library. @returns the number in E.164, or undefined if it is invalid */
export function parseByGoogle(text: string, country: string): string | undefined {
  try {
    const number = util.parse(text, country);
    return util.isValidNumber(number)
      ? util.format(number, library.PhoneNumberFormat.E164)
      : undefined;
  } catch {
    return undefined; // The library throws if it can't parse the number.
  }
}

/** Returns the country of an international number according to Google's library. */
export const countryByGoogle = (e164: string): string | undefined =>
  util.getRegionCodeForNumber(util.parse(e164, "ZZ"));

function listExamples(): ExampleNumber[] {
  const { E164, INTERNATIONAL, NATIONAL } = library.PhoneNumberFormat;
  const formatNumber = (number: unknown) => ({
    e164: util.format(number, E164),
    international: util.format(number, INTERNATIONAL),
    national: util.format(number, NATIONAL),
  });
  const types = Object.entries(library.PhoneNumberType).filter(([, type]) => type >= 0);
  return [
    ...util.getSupportedRegions().flatMap((country) =>
      types.flatMap(([name, type]) => {
        const number = util.getExampleNumberForType(country, type);
        return number ? [{ country, type: name, ...formatNumber(number) }] : [];
      }),
    ),
    ...util.getSupportedGlobalNetworkCallingCodes().map((code) => ({
      type: `+${code}`,
      ...formatNumber(util.getExampleNumberForNonGeoEntity(code)),
    })),
  ];
}
