import { z } from "zod";

/** Codes known to Intl but not to ISO 3166-1: unions, parts of countries, and test codes. */
const NO_COUNTRIES = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

let names: Intl.DisplayNames | undefined;

/** Whether a text is an uppercase ISO 3166-1 alpha-2 code. Withdrawn codes and `UK` are not. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return false;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return new Intl.Locale(`und-${code}`).region === code && names.of(code) !== undefined;
}

/** A two-letter country code; lower case is accepted. */
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
