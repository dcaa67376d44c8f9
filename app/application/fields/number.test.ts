import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { longTimeout, checkProperty, runs, anyText } from "~/tests/support/arbitraries";
import { LANGUAGES, type Language } from "~/app/i18n/language";
import { readNumber } from "./number";

/** Locales that represent each language's number format, with separators from 1,000. */
const GROUPING: Record<Language, string> = {
  ...{ "es-es": "de", "es-mx": "en", en: "en", "pt-br": "pt-BR", fr: "fr", de: "de" },
};

const invalid = { error: "error.field_number" };

describe("readNumber", () => {
  test.each([
    ["es-es", "1.500", "1500"],
    ["es-es", "1,500", "1.5"],
    ["es-es", "1.234.567,89", "1234567.89"],
    ["es-es", "1,234,567.89", "1234567.89"],
    ["es-es", "35 000", "35000"],
    ["es-es", "€35.000", "35000"],
    ["es-mx", "1,500", "1500"],
    ["es-mx", "$1,500.00 MXN", "1500"],
    ["pt-br", "R$ 3.500,50", "3500.5"],
    ["fr", "35 000,5 €", "35000.5"],
    ["de", "35.000", "35000"],
    ["en", "1,500", "1500"],
    ["en", "12,5", "12.5"],
    ["en", "1'500.5", "1500.5"],
    ["en", "10,00,000", "1000000"],
    ["en", "-5", "-5"],
    ["en", "−5", "-5"],
    ["en", "-0", "0"],
    ["en", "007", "7"],
    ["en", ".5", "0.5"],
    ["en", "１２", "12"],
  ] as const)("in %s, reads %s as %s", (language, typed, value) => {
    expect(readNumber(typed, language)).toEqual({ value });
  });

  test.each([
    ...[
      "",
      ".",
      "-",
      "1,2,3",
      "1.23.456",
      "1.5.5",
      "1,000.5,5",
      "5-6",
      "0x10",
      "1e3",
      "35k",
      "ocho",
      `1.${"0".repeat(100)}`,
    ],
  ])("rejects %j in every language", (typed) => {
    for (const language of LANGUAGES) expect(readNumber(typed, language)).toEqual(invalid);
  });

  test("reads numbers in the language's format", longTimeout, async () => {
    await checkProperty(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.constantFrom(...LANGUAGES),
        (cents, language) => {
          const number = cents / 100;
          const tag = GROUPING[language];
          expect(readNumber(number.toLocaleString(tag), language)).toEqual({
            value: String(number === 0 ? 0 : number),
          });
        },
      ),
      runs,
    );
  });

  test("returns only decimal numbers without thousands separators", longTimeout, async () => {
    await checkProperty(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[-+\d.,' €]*$/)), (typed) => {
        for (const language of LANGUAGES) {
          const read = readNumber(typed, language);
          if ("value" in read) expect(read.value).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        }
      }),
      runs,
    );
  });
});
