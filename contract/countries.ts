import * as z from "zod";

/** Codes that `Intl` accepts although they are not countries, such as `EU`, `IC` and `ZZ`. */
const NOT_COUNTRIES = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

let names: Intl.DisplayNames | undefined;

/** Whether a string is a country code in capitals: ISO 3166-1 alpha-2, or `XK`. False for withdrawn codes. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NOT_COUNTRIES.has(code)) return false;
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return new Intl.Locale(`und-${code}`).region === code && names.of(code) !== undefined;
}

/** A two-letter country code, in upper or lower case. */
export const country = z.preprocess(
  (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
  z
    .string()
    .refine(isCountry, {
      error: ({ input }) =>
        input === "UK"
          ? "uk is not a country code: use gb for the United Kingdom"
          : "must be a two-letter country code, such as es",
    })
    .meta({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1 alpha-2, such as ES" }),
);
