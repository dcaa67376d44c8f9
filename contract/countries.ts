import { z } from "zod";

/** Codes that Intl names and ISO 3166-1 does not have: unions, parts of countries, and tests. */
const NO_COUNTRIES = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

let names: Intl.DisplayNames | undefined;

/** Whether a text is a code of ISO 3166-1, in capitals. Withdrawn codes, and `UK`, are not. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return false;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return new Intl.Locale(`und-${code}`).region === code && names.of(code) !== undefined;
}

/** A country by its two letters; read in capitals. */
export const country = z.preprocess(
  (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
  z
    .string()
    .refine(isCountry, {
      error: ({ input }) =>
        input === "UK"
          ? "uk is no country code: the United Kingdom is gb"
          : "must be a country's two letters, such as es",
    })
    .meta({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1, such as ES" }),
);
