import { afterEach, describe, expect, test, vi } from "vitest";
import { joinDateText } from "./dates";
import { companyLanguage, languageHref, keepLanguage, matchLanguage } from "./language";
import { offeredLanguages, partLanguage, browserLanguage } from "./language";

const get = (search = "", accepted?: string) =>
  new Request(
    `https://site.example/a${search}`,
    accepted === undefined ? {} : { headers: { "Accept-Language": accepted } },
  );

afterEach(() => vi.restoreAllMocks());

test.each([
  ["es", "es-es"],
  ["ES_es", "es-es"],
  ["es-AR", "es-es"],
  ["en-GB", "en"],
  ["eo", undefined],
  [undefined, undefined],
])("matchLanguage(%j) returns %s", (tag, language) => {
  expect(matchLanguage(tag)).toBe(language);
});

describe("companyLanguage", () => {
  test.each([
    ["", "es-mx", "es-mx"],
    ["?lang=en", "es-mx", "en"],
    ["?lang=eo", "es-mx", "es-mx"],
    ["", undefined, "es-es"],
  ])(
    "for the query %j and the company's language %s, returns %s [1.08, 2.15, 9.03]",
    (search, own, language) => {
      expect(companyLanguage(get(search, "de"), own)).toBe(language);
    },
  );

  test("returns English and warns if the company's language is unknown [1.09, 8.14, 9.03]", () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    expect(companyLanguage(get(), "eo")).toBe("en");
    expect(warn).toHaveBeenCalledOnce();
  });
});

test.each([
  ["", "es-MX,es;q=0.9,en;q=0.8", "es-mx"],
  ["", "eo, en;q=0.1, es;q=0.5", "es-es"],
  ["", "es;q=0, eo", "en"],
  ["", "en;q=0.4, es-MX;q=0.6, es;q=0.6", "es-mx"],
  ["", ";q=1, ;;,*;q=., es;q=0.1.2, q=-1", "en"],
  ["", undefined, "en"],
  ["?lang=es", "en", "es-es"],
])(
  "for the query %j and Accept-Language %j, browserLanguage returns %s",
  (search, accepted, own) => {
    expect(browserLanguage(get(search, accepted))).toBe(own);
  },
);

test("browserLanguage reads the first 1,000 characters of Accept-Language", () => {
  expect(browserLanguage(get("", `${"eo,".repeat(332)}es`))).toBe("es-es");
  expect(browserLanguage(get("", `${"eo,".repeat(333)}es`))).toBe("en");
});

test.each([
  ["2027-01-11", "es-es", "ES", "11 de enero de 2027"],
  ["2027-01-11", "en", undefined, "January 11, 2027"],
  ["2027-01-11", "en", "GB", "11 January 2027"],
  ["2027-01-11", "en", "MX", "11 January 2027"],
  ["2027-01-11", "en", "JP", "January 11, 2027"],
  ["2027-01-11T23:30:00Z", "es-mx", "MX", "11 de enero de 2027"],
  ["Inmediata", "es-es", "ES", "Inmediata"],
  ["2027-02-30", "en", "GB", "2027-02-30"],
  ["2027-01-11T", "en", "GB", "2027-01-11T"],
] as const)(
  "formats the join date %s in %s for a company in %s as %s [2.21]",
  (date, language, country, text) => {
    expect(joinDateText(date, language, country)).toBe(text);
  },
);

test.each([
  ["English and European Spanish by default", {}, "es-es", ["es-es", "en"]],
  ["English and Mexican Spanish in Mexico", { country: "MX" }, "en", ["es-mx", "en"]],
  ["English and Mexican Spanish in Latin America", { country: "AR" }, "en", ["es-mx", "en"]],
  [
    "both Spanish variants if the company lists both",
    { languages: ["es-ES", "es_MX"] },
    "es-es",
    ["es-es", "es-mx"],
  ],
  [
    "the company's own language, even if not listed",
    { languages: ["en"], languageDefault: "es-mx" },
    "en",
    ["es-mx", "en"],
  ],
  ["the page's language, even if not listed", { languages: ["es-es"] }, "en", ["es-es", "en"]],
  [
    "English and European Spanish if the company lists only unknown languages",
    { languages: ["eo"], languageDefault: "eo" },
    "en",
    ["es-es", "en"],
  ],
] as const)("a company's page offers %s", (_, company, language, offered) => {
  expect(offeredLanguages(company, language)).toEqual(offered);
});

test.each([
  ["es-es", "en", "es-ES"],
  [undefined, "en", "es-ES"],
  ["eo", "en", "eo"],
  ["pt_BR", "es-es", "pt-BR"],
  ["es-es", "es-es", undefined],
  ['"><script>', "en", undefined],
  ["Klingon, of course", "en", undefined],
] as const)(
  "for the company's language %j on a page in %s, partLanguage returns %j",
  (raw, page, tag) => {
    expect(partLanguage(raw, page)).toBe(tag);
  },
);

test.each([
  ["?lang=en", "/acme/1", "/acme/1?lang=en"],
  ["?lang=eo", "/acme/1", "/acme/1"],
  ["", "/acme/1", "/acme/1"],
  ["?lang=en", "https://other.example/", "https://other.example/"],
  ["?lang=en", "//other.example/", "//other.example/"],
])("on a page requested with %j, keepLanguage turns %s into %s", (search, href, kept) => {
  expect(keepLanguage(get(search))(href)).toBe(kept);
});

test("links to another language, and keeps a parameter", () => {
  expect(languageHref("en")).toBe("?lang=en");
  expect(languageHref("en", "receipt=abc")).toBe("?lang=en&receipt=abc");
});
