import { Metadata, type CountryCode, type MetadataJson } from "libphonenumber-js/core";
import { callingCodes } from "./calling-codes.generated.json";
import type { fetchPiece } from "./fetch-piece";

/** Two capital letters, as in ISO 3166-1. */
export type Country = CountryCode;

/** A calling code's numbering plans, by country; `001` where it has none. */
type Piece = Partial<Record<string, readonly unknown[]>>;

/** What follows the plus: countries by calling code, the most likely first. Codes such as 800 have none. */
const COUNTRIES: Partial<Record<string, readonly Country[]>> = {};

/** The calling code of each country. */
export const DIAL_CODES: Partial<Record<string, string>> = {};

// As `scripts/numbering.mjs` wrote them.
let code = 0;
for (const [, gap, letters = ""] of callingCodes.matchAll(/(\d*)(-|[A-Z]{2}[a-z]*)/g)) {
  code += Number(gap === "" ? 1 : gap);
  const countries = (letters.toUpperCase().match(/[A-Z]{2}/g) ?? []) as Country[];
  COUNTRIES[code] = countries;
  for (const country of countries) DIAL_CODES[country] = `${code}`;
}

/** The countries that share a dial code, the most likely first; none if no country has it. */
export const countriesOf = (dialCode = ""): readonly Country[] => COUNTRIES[dialCode] ?? [];

/** The calling codes whose plans are here. */
const here: Partial<Record<string, readonly Country[]>> = {};

/**
 * libphonenumber's metadata, as far as it is here. A code is one that libphonenumber does not know until
 * its piece has come; when libphonenumber looks it up, because a number begins with it, it is asked for.
 */
export const metadata: MetadataJson = {
  version: 4,
  country_calling_codes: new Proxy(
    {},
    {
      get: (_, dialCode: string) => {
        need(dialCode);
        return here[dialCode]?.length ? here[dialCode] : undefined;
      },
    },
  ),
  countries: {},
  nonGeographic: {},
};

/**
 * Adds the piece of a calling code.
 *
 * @throws if it is anything else
 */
export function hold(dialCode: string, piece: unknown): void {
  const plans = piece as Piece;
  const countries = countriesOf(dialCode);
  const names = countries.length > 0 ? countries : ["001"];
  if (names.some((name) => plans[name]?.[0] !== dialCode)) throw new TypeError(dialCode);
  for (const country of countries) Object.assign(metadata.countries, { [country]: plans[country] });
  if (countries.length === 0) Object.assign(metadata.nonGeographic, { [dialCode]: plans["001"] });
  here[dialCode] = countries;
}

let fetches: typeof fetchPiece | undefined;
const asked = new Set<string>();
const listeners = new Set<(dialCode: string) => void>();

/** Taken before a company's script can replace it. */
const { setTimeout } = globalThis;

/** A piece that has not come is asked for again after this many ms, when it is needed. */
const AGAIN_AFTER_MS = 5000;

/** Asks for the piece of a calling code, if it is one that is not here. */
function need(dialCode: string): void {
  if (!fetches || !COUNTRIES[dialCode] || here[dialCode] || asked.has(dialCode)) return;
  asked.add(dialCode);
  fetches(dialCode)
    .then((piece) => {
      hold(dialCode, piece);
      for (const tell of listeners) tell(dialCode);
    })
    .catch(() => setTimeout(() => asked.delete(dialCode), AGAIN_AFTER_MS));
}

/**
 * Begins with the piece of one calling code, and fetches others when numbers point to them.
 *
 * @throws if it is no piece
 */
export function startNumbering(fetcher: typeof fetchPiece, dialCode: string, piece: unknown): void {
  hold(dialCode, piece);
  fetches = fetcher;
}

/** Calls a function after each piece that comes, with its calling code, until `signal` is aborted. */
export function onPiece(tell: (dialCode: string) => void, signal: AbortSignal): void {
  listeners.add(tell);
  signal.addEventListener("abort", () => listeners.delete(tell));
}

/** The calling code that an international number begins with, of a country or not. */
export function callingCodeIn(digits: string): string | undefined {
  // A code has 1 to 3 digits, and none is the beginning of another (ITU-T E.164).
  if (!digits.startsWith("+")) return undefined;
  return [2, 3, 4].map((end) => digits.slice(1, end)).find((found) => COUNTRIES[found]);
}

/** Whether all is here that libphonenumber needs to read an international number. */
export function canRead(digits: string): boolean {
  const dialCode = callingCodeIn(digits);
  return dialCode === undefined || here[dialCode] !== undefined;
}

/** A country's numbering plan; undefined if it is not here, and then it is asked for. */
export function planOf(country: Country) {
  need(DIAL_CODES[country] ?? "");
  if (!metadata.countries[country]) return undefined;
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country);
  return plans.numberingPlan;
}
