import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, STANDARD_LANGUAGES } from "~/contract/languages";
import { companyLanguage, languageHref, keepLanguage, matchLanguage } from "./language";
import { offeredLanguages, partLanguage, browserLanguage, type Languages } from "./language";

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
  ["pt", undefined],
  ["eo", undefined],
  [undefined, undefined],
])("with only the standard languages on, matchLanguage(%j) returns %s", (tag, language) => {
  expect(matchLanguage(tag, STANDARD_LANGUAGES)).toBe(language);
});

test.each([
  ["pt", "pt-br"],
  ["pt_PT", "pt-br"],
  ["fr-CA", "fr"],
  ["DE", "de"],
  ["it", undefined],
])("with all packs on, matchLanguage(%j) returns %s", (tag, language) => {
  expect(matchLanguage(tag, LANGUAGES)).toBe(language);
});

describe("companyLanguage", () => {
  const company = (code: string, languageDefault?: string) => ({
    ...{ code, uuid: `uuid of ${code}`, languageDefault },
  });

  test.each([
    ["", "es-mx", "es-mx"],
    ["?lang=en", "es-mx", "en"],
    ["?lang=eo", "es-mx", "es-mx"],
    ["", undefined, "es-es"],
    ["", "", "es-es"],
    ["?lang=eo", undefined, "es-es"],
  ])(
    "for the query %j and the company's language %j, returns %s, whatever the browser's language [1.08, 2.15, 9.03]",
    (search, tag, language) => {
      for (const accepted of ["de", "en", "es-MX"])
        expect(companyLanguage(get(search, accepted), company("a", tag), STANDARD_LANGUAGES)).toBe(
          language,
        );
    },
  );

  test("returns English if the company's language is unknown, and warns once an hour for each company and language [1.09, 8.14, 9.03]", () => {
    vi.useFakeTimers({ now: Date.parse("2030-01-01T10:00:00Z") });
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const open = (code: string, language: string, languages: Languages = STANDARD_LANGUAGES) =>
      expect(companyLanguage(get(), company(code, language), languages)).toBe("en");
    for (let visit = 0; visit < 3; visit++) open("a", "eo");
    open("a", `tlh\n${"x".repeat(1000)}`);
    open("b", "eo");
    open("a", "eo");
    vi.advanceTimersByTime(60 * 60_000);
    open("a", "eo");
    open("c", "fr");
    open("d", "it", LANGUAGES);
    vi.useRealTimers();
    const warning = (tag: string, code: string) =>
      `Unknown interface language ${tag} of the company ${JSON.stringify(code)} (uuid of ${code}): shown in English`;
    expect(warn.mock.calls.flat()).toEqual([
      warning('"eo"', "a"),
      warning(`"tlh\\n${"x".repeat(36)}"`, "a"),
      ...[warning('"eo"', "b"), warning('"eo"', "a")],
      ...[warning('"fr"', "c"), warning('"it"', "d")],
    ]);
  });

  test("returns the language of a pack that is on", () => {
    const packs = [...STANDARD_LANGUAGES, "fr"] as const;
    expect(companyLanguage(get(), company("a", "fr-CH"), packs)).toBe("fr");
    expect(companyLanguage(get("?lang=fr"), company("a", "es"), packs)).toBe("fr");
    expect(companyLanguage(get("?lang=de"), company("a", "es"), packs)).toBe("es-es");
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
  "for the query %j and Accept-Language %j, browserLanguage returns %s [1.08]",
  (search, accepted, language) => {
    expect(browserLanguage(get(search, accepted), STANDARD_LANGUAGES)).toBe(language);
  },
);

test("browserLanguage reads the first 1,000 characters of Accept-Language", () => {
  const read = (accepted: string) => browserLanguage(get("", accepted), STANDARD_LANGUAGES);
  expect(read(`${"eo,".repeat(332)}es`)).toBe("es-es");
  expect(read(`${"eo,".repeat(333)}es`)).toBe("en");
});

test("browserLanguage returns a pack's language only if the pack is on", () => {
  expect(browserLanguage(get("", "de-AT, es;q=0.5"), STANDARD_LANGUAGES)).toBe("es-es");
  expect(browserLanguage(get("", "de-AT, es;q=0.5"), LANGUAGES)).toBe("de");
});

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
    "the company's language, even if not listed",
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
] as const)("offers %s on a company's page", (_, company, language, offered) => {
  expect(offeredLanguages(company, language, STANDARD_LANGUAGES)).toEqual(offered);
});

test("offers the company's packs that are on", () => {
  const offered = (company: Parameters<typeof offeredLanguages>[0]) =>
    offeredLanguages(company, "en", [...STANDARD_LANGUAGES, "fr"]);
  expect(offered({})).toEqual(["es-es", "en"]);
  expect(offered({ languages: ["en", "fr", "de"] })).toEqual(["en", "fr"]);
  expect(offered({ languageDefault: "fr" })).toEqual(["es-es", "en", "fr"]);
});

test.each([
  ["es-es", "en", "es-ES"],
  [undefined, "en", "es-ES"],
  ["eo", "en", "eo"],
  ["pt_BR", "es-es", "pt-BR"],
  ["pt_PT", "es-es", "pt-PT"],
  ["fr-CA", "fr", undefined],
  ["es-AR", "en", "es-ES"],
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
])("on a page requested with %j, keepLanguage turns %s into %s", (search, href, expected) => {
  expect(keepLanguage(get(search), STANDARD_LANGUAGES)(href)).toBe(expected);
});

test("links to another language, and preserves a parameter", () => {
  expect(languageHref("en")).toBe("?lang=en");
  expect(languageHref("en", "receipt=abc")).toBe("?lang=en&receipt=abc");
});
