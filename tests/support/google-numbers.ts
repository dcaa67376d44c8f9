import { isValidPhoneNumber } from "libphonenumber-js/max";
import { createRequire } from "node:module";

/** What is used of Google's library, which has examples of every type of number. */
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
  /** Two capital letters; absent for a number of no country, such as +800. */
  country?: string;
  type: string;
  e164: string;
  international: string;
  national: string;
}

/**
 * An example number for every country and type, from Google's libphonenumber. Examples that are no
 * longer valid are left out: countries change their numbers between two versions of the metadata.
 */
export function validExamples(): ExampleNumber[] {
  return listExamples().filter(({ e164 }) => isValidPhoneNumber(e164));
}

const library = createRequire(import.meta.url)("google-libphonenumber") as Library;
const util = library.PhoneNumberUtil.getInstance();

/** What Google's library reads in a text, as E.164; undefined if it is no valid number. */
export function parseByGoogle(text: string, country: string): string | undefined {
  try {
    const number = util.parse(text, country);
    return util.isValidNumber(number)
      ? util.format(number, library.PhoneNumberFormat.E164)
      : undefined;
  } catch {
    return undefined; // It throws at what has no number.
  }
}

/** The country that Google's library gives an international number. */
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
