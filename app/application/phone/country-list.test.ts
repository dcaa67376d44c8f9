import { getCountries } from "libphonenumber-js/min";
import { describe, expect, test } from "vitest";
import { countryName, likelyRegions } from "~/app/i18n/regions";
import { countryEntries, findTyped, searchCountries } from "./country-list";

describe("countryEntries", () => {
  test.each(["es-ES", "es-MX", "en"])(
    "in the language %s, returns names and a dial code for each country [1.11, 3.24]",
    (language) => {
      const entries = countryEntries(language, []);
      expect(entries.map(({ code }) => code).sort()).toEqual(getCountries().sort());
      for (const { code, name, names, dialCode } of entries) {
        expect(name, code).not.toBe(code);
        expect(names, code).not.toContain(code.toLowerCase());
        expect(dialCode, code).toMatch(/^[1-9]\d{0,2}$/);
      }
    },
  );

  test("sorts countries by the language's rules", () => {
    const names = countryEntries("es-ES", []).map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator("es-ES").compare));
    expect(countryName("DE", "es-ES")).toBe("Alemania");
    expect(countryName("DE", "en")).toBe("Germany");
  });
});

describe("likely countries", () => {
  test.each([
    ["ES", ["fr-CA", "en"], "es-ES", ["ES", "CA"]],
    ["GB", ["es-AR", "es"], "es-MX", ["GB", "AR", "MX"]],
    ["US", [], "en", ["US"]],
    ["MX", ["not a tag", "en-150"], "en", ["MX", "US"]],
    ["MX", ["fr-FR", "es-ES", "fr-BE"], "not a tag", ["MX", "FR", "ES", "BE"]],
  ] as const)(
    "are first for a position in %s, browser languages %s and page language %s",
    (position, browser, page, expected) => {
      const entries = countryEntries("es-ES", []);
      const listed = countryEntries("es-ES", [position, ...likelyRegions(browser, page)]);
      expect(listed.slice(0, expected.length).map(({ code }) => code)).toEqual(expected);
      expect(listed).toHaveLength(entries.length);
      const others = listed.slice(expected.length);
      expect(others).toEqual(entries.filter(({ code }) => !expected.includes(code as never)));
    },
  );
});

describe("searchCountries", () => {
  const found = (query: string) => searchCountries(countryEntries("es-ES", []), query);

  test.each([
    ["Méx", "MX", "the query has an accent"],
    ["mar", "MA", "its name begins with the query"],
    ["netherl", "NL", "its English name begins with the query"],
    ["vin", "VC", "a word begins with the query"],
    ["ivoire", "CI", "a word after an apostrophe begins with the query"],
    ["cote d'ivoire", "CI", "keyboards type another apostrophe"],
    ["guinea\u2011bis\u00adsau", "GW", "programs write another hyphen"],
    ["timor leste", "TL", "a space is typed instead of a hyphen"],
    ["st lucia", "LC", "a period is left out"],
    ["(34)", "ES", "programs write dial codes in brackets"],
    ["xico", "MX", "a word contains the query"],
    ["lemania", "DE", "only a word in the page's language contains the query"],
    ["500", "FK", "its dial code ends in 00"],
    ["+1", "AI", "it's the first country in the list with this dial code"],
    ["kingdom", "GB", "a word of its English name begins with the query"],
    ["de", "DE", "the query is its code"],
    ["CO", "CO", "its code takes precedence over other countries' names"],
    ["+49", "DE", "the query is its dial code"],
    ["0049", "DE", "the query is its dial code after 00"],
    ["59", "BO", "its dial code begins with the query"],
    [" francia ", "FR", "surrounding spaces are ignored"],
  ])("for %s, finds %s first: %s", (query, code) => {
    expect(found(query)[0]?.code).toBe(code);
  });

  test("returns all countries for an empty query, and none without a match", () => {
    expect(found(" ")).toEqual(countryEntries("es-ES", []));
    expect(found("qqq")).toEqual([]);
  });

  test("returns all matches, with the best match first", () => {
    const names = found("guinea").map(({ code }) => code);
    expect(names).toEqual(["GN", "GQ", "GW", "PG"]);
  });
});

describe("findTyped", () => {
  const entries = countryEntries("es-ES", ["ES"]);
  const codeAt = (place: number) => entries[place]?.code;
  const findPlace = (code: string) => entries.findIndex((entry) => entry.code === code);

  test.each([
    ["p", "NL", "a name begins with the letter"],
    ["po", "PF", "a name begins with the letters"],
    ["pa", "PA", "its name begins with its code"],
    ["gr", "GR", "its name begins with its code"],
    ["pak", "PK", "a name begins with the letters"],
    ["cr", "HR", "names take precedence over codes"],
    ["mx", "MX", "no name begins with its code"],
    ["germ", "DE", "only its English name begins with the letters"],
    ["44", "GG", "it's the first country with this dial code"],
  ])("for %s, selects %s: %s", (typed, code) => {
    expect(codeAt(findTyped(entries, typed, 0))).toBe(code);
  });

  test("moves to the next country, and from the last one to the first, for the same letter", () => {
    const steps = ["u", "uu", "uuu", "u", "u", "u"];
    let place = findPlace("TR");
    const codes = steps.map((typed) => codeAt((place = findTyped(entries, typed, place))));
    expect(codes).toEqual(["UA", "UG", "UY", "UZ", "UA", "UG"]);
  });

  test("keeps the selected country if no country matches", () => {
    expect(findTyped(entries, "qqx", 7)).toBe(7);
    expect(findTyped(entries, "'", 7)).toBe(7);
  });
});
