import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, longTimeout, checkProperty, runs } from "~/tests/support/arbitraries";
import { LANGUAGES, type Language } from "~/app/i18n/language";
import { readDate } from "./date";

/** The page's language, by locale of the typed date. */
const TAGS: Partial<Record<string, Language>> = {
  ...{ "es-ES": "es-es", "es-MX": "es-mx", "en-GB": "en" },
  ...{ "pt-BR": "pt-br", "fr-FR": "fr", "de-DE": "de" },
};

const invalid = { error: "error.field_date" };

describe("readDate", () => {
  test.each([
    ...["2027-04-03", "2027/4/3", "3/4/2027", "3 4 2027", "3 de abril de 2027"],
    ...["3 de Abril del 2027", "3 abr. 2027", "3 abril, 2027", "3rd April 2027", "April 3, 2027"],
    ...["the 3rd of April 2027", "3º de abril de 2027", "3.º abril 2027", "3° abril 2027"],
    ...["3-abr-2027", "3/Apr/2027", "2027 / 04 / 03", "2027. 4. 3.", "2027 04 03", "3⁄4⁄2027"],
  ])("reads %s in Spanish and in British English", (typed) => {
    expect(readDate(typed, "es-es")).toEqual({ value: "2027-04-03" });
    expect(readDate(typed, "es-mx")).toEqual({ value: "2027-04-03" });
    expect(readDate(typed, "en", "GB")).toEqual({ value: "2027-04-03" });
  });

  test.each<[Language, string[]]>([
    ["pt-br", ["1º de março de 2027", "1 mar. 2027", "01/03/2027", "1 de marco de 2027"]],
    ["fr", ["1er mars 2027", "le 1er mars 2027", "1 mars 2027", "01/03/2027"]],
    ["de", ["1. März 2027", "den 1. März 2027", "1. Mär. 2027", "01.03.2027"]],
  ])("reads dates as they are typed in %s", (language, dates) => {
    for (const typed of dates) expect(readDate(typed, language)).toEqual({ value: "2027-03-01" });
    expect(readDate("3 jui 2027", language)).toEqual(invalid);
    expect(readDate("3 juil. 2027", language)).toEqual({ value: "2027-07-03" });
  });

  test("reads dates on the first day of a month", () => {
    for (const day of ["1º", "1.º", "1°", "1ro", "1er", "1ero"]) {
      expect(readDate(`${day} de abril de 2027`, "es-mx")).toEqual({ value: "2027-04-01" });
    }
  });

  test("reads the month first in the US, and the day first elsewhere, unless the month would exceed 12", () => {
    expect(readDate("3/4/2027", "en", "US")).toEqual({ value: "2027-03-04" });
    expect(readDate("25/12/2027", "en", "US")).toEqual({ value: "2027-12-25" });
    expect(readDate("12/25/2027", "es-es")).toEqual({ value: "2027-12-25" });
  });

  test.each([
    ...[
      "",
      "3/4/27",
      "30/2/2027",
      "31/4/2027",
      "0/1/2027",
      "13/13/2027",
      "abril 2027",
      "3 de 2027",
    ],
  ])("rejects %j in every language", (typed) => {
    for (const language of LANGUAGES) expect(readDate(typed, language)).toEqual(invalid);
  });

  test.each(["1/1/1899", "1/1/2201", "3 marbella 2027", "3/4/2027 <b>"])("rejects %j", (typed) => {
    expect(readDate(typed, "es-es")).toEqual(invalid);
  });

  test("reads dates in the long and medium formats of Intl", longTimeout, async () => {
    const [min, max] = [new Date("1900-01-02"), new Date("2199-12-31")];
    const day = fc.date({ min, max, noInvalidDate: true });
    await checkProperty(
      fc.property(day, fc.constantFrom(...Object.keys(TAGS)), (date, tag) => {
        const value = date.toISOString().slice(0, 10);
        const language = TAGS[tag] ?? "en";
        for (const dateStyle of ["long", "medium"] as const) {
          const typed = date.toLocaleDateString(tag, { dateStyle, timeZone: "UTC" });
          expect(readDate(typed, language, "GB")).toEqual({ value });
        }
      }),
      runs,
    );
  });

  test("returns only dates that exist", longTimeout, async () => {
    await checkProperty(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[\d/.-]{0,12}$/)), (typed) => {
        const read = readDate(typed, "en");
        if ("error" in read) return;
        expect(new Date(`${read.value}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read.value);
      }),
      runs,
    );
  });
});
