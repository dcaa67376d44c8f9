import { describe, expect, test } from "vitest";
import { LANGUAGES, STANDARD_LANGUAGES } from "~/contract/languages";
import { getPageAddress } from "./page-key";

const parse = (path: string, host = "site.example") =>
  getPageAddress(`https://${host}${path}`, STANDARD_LANGUAGES);

describe("the URL at which a page is rendered", () => {
  test.each([
    ["a career site", "/acme/c1", "/company/c1"],
    [
      "the second page of a career site in English",
      "/acme/c1?page=2&lang=en",
      "/company/c1?page=2&lang=en",
    ],
    ["a career site with another code and a source", "/Acme%20SL/c1/?utm_source=x", "/company/c1"],
    [
      "a policy with capitals in the URL",
      "/acme/c1/Privacy/?lang=EN",
      "/company/c1/privacy?lang=en",
    ],
    ["a position's policy", "/acme/jefa/p1/privacy", "/company/position/p1/privacy"],
    ["a position whose title is a dash", "/acme/-/p1", "/company/position/p1"],
    ["a company whose code begins with a dash", "/-acme/c1", "/company/c1"],
    ["a company whose code ends with a dash", "/acme-/c1", "/company/c1"],
    ["a sitemap", "/Acme/c1/Sitemap.xml?lang=en&q=", "/company/c1/sitemap.xml"],
    ["a page of a sitemap", "/acme/c1/sitemap.xml?page=3", "/company/c1/sitemap.xml?page=3"],
    ["a position whose title is `sitemap.xml`", "/acme/sitemap.xml/p1", "/company/position/p1"],
    ["a company whose id is a reserved word", "/acme/privacy", "/company/privacy"],
  ])("is canonical for %s", (_, path, address) => {
    expect(parse(path)?.address()).toBe(`https://site.example${address}`);
  });
});

describe("keys of equivalent URLs", () => {
  test.each([
    ["the code and the title in a path", "/acme/jefa/p1", "/other/name/p1"],
    ["a trailing slash", "/acme/c1", "/acme/c1/"],
    ["advertising parameters", "/acme/c1", "/acme/c1?gclid=1&utm_source=x"],
    ["the spelling of a language tag", "/acme/c1?lang=es", "/acme/c1?lang=es-ES"],
    ["an unsupported language", "/acme/c1", "/acme/c1?lang=eo"],
    ["the number of the first page", "/acme/c1", "/acme/c1?page=1"],
    ["a malformed page number", "/acme/c1", "/acme/c1?page=x2"],
    ["a page number that is too large", "/acme/c1", "/acme/c1?page=1000000"],
    ["a page number on a position's page", "/acme/jefa/p1", "/acme/jefa/p1?page=2"],
    ["an empty language", "/acme/jefa/p1", "/acme/jefa/p1?lang="],
    ["empty filters", "/acme/c1", "/acme/c1?q=&location=&workplace="],
    ["the number zero", "/acme/c1", "/acme/c1?page=0"],
    ["parameters of Remix", "/acme/jefa/p1", "/acme/jefa/p1?index&_data=routes%2Fposition"],
    ["capitals in a policy's path", "/acme/c1/privacy", "/acme/c1/Privacy"],
    ["a sitemap's language", "/acme/c1/sitemap.xml", "/acme/c1/sitemap.xml?lang=en"],
  ])("ignore %s", (_, first, second) => {
    expect(parse(first)?.key).toBeDefined();
    expect(parse(second)?.key).toBe(parse(first)?.key);
  });
});

describe("keys of different pages", () => {
  test.each([
    ["a career site and its sitemap", "/acme/c1", "/acme/c1/sitemap.xml"],
    ["a company and a position", "/acme/x1", "/acme/jefa/x1"],
    ["a page and its policy", "/acme/jefa/p1", "/acme/jefa/p1/privacy"],
    ["a page with and without a language", "/acme/c1?lang=en", "/acme/c1"],
    ["two pages of a list", "/acme/c1?page=2", "/acme/c1?page=3"],
    ["page 11 of company c1 and page 1 of company c11", "/acme/c1?page=11", "/acme/c11"],
    ["the policies of a company and a position", "/acme/x1/privacy", "/acme/jefa/x1/privacy"],
    ["page 1 and page 10 of a list", "/acme/c1?page=1", "/acme/c1?page=10"],
  ])("differ for %s", (_, first, second) => {
    expect(parse(first)?.key).toBeDefined();
    expect(parse(second)?.key).toBeDefined();
    expect(parse(second)?.key).not.toBe(parse(first)?.key);
  });

  test("differ for two hosts", () => {
    expect(parse("/acme/c1", "other.example")?.key).not.toBe(parse("/acme/c1")?.key);
  });
});

describe("getPageAddress", () => {
  test.each([
    ["a search", "/acme/c1?q=taller"],
    ["a department filter", "/acme/c1?department=Sales"],
    ["a place filter", "/acme/c1?location=Bilbao"],
    ["a workplace filter", "/acme/c1?workplace=remote"],
    ["a contract filter", "/acme/c1?contract=Fijo&lang=en"],
    ["a receipt", "/acme/jefa/p1?receipt=abc"],
    ["page 51 of a list", "/acme/c1?page=51"],
    ["the home page", "/"],
    ["a page without a company", "/error"],
    ["a path with too many segments", "/acme/jefa/p1/more"],
    ["an encoded internal path", "/%2d/applications/x"],
    ["an empty code", "//c1"],
    ["two trailing slashes", "/acme/c1//"],
    ["an invalid id", "/acme/c%201"],
  ])("returns undefined for %s", (_, path) => {
    expect(parse(path)).toBeUndefined();
  });

  test("accepts page 50 of a list", () => {
    expect(parse("/acme/c1?page=50")).toBeDefined();
  });
});

test("siblings returns the keys of a page and its policy in all languages", () => {
  const siblings = parse("/acme/jefa/p1?lang=en")?.siblings() ?? [];
  const queries = ["", "?lang=es-es", "?lang=es-mx", "?lang=en"];
  const paths = queries.flatMap((query) => [
    `/acme/jefa/p1${query}`,
    `/acme/jefa/p1/privacy${query}`,
  ]);
  expect([...siblings].sort()).toEqual(paths.map((path) => parse(path)?.key).sort());
});

test("a page in a pack's language has a separate key if the pack is on", () => {
  const href = "https://site.example/acme/c1?lang=fr";
  expect(getPageAddress(href, LANGUAGES)?.address()).toBe(
    "https://site.example/company/c1?lang=fr",
  );
  expect(getPageAddress(href, STANDARD_LANGUAGES)?.key).toBe(parse("/acme/c1")?.key);
});

describe("the cache of parsed URLs", () => {
  test("returns the same object for a repeated URL", () => {
    const before = parse("/acme/again");
    parse("/acme/another");
    expect(parse("/acme/again")).toBe(before);
    for (const _ of [1, 2]) expect(parse("/acme/again?q=a")).toBeUndefined();
  });

  test("skips long URLs and has a maximum size", () => {
    const long = `/acme/c1?utm_source=${"x".repeat(300)}`;
    expect(parse(long)?.key).toBe(parse("/acme/c1")?.key);
    expect(parse(long)).not.toBe(parse(long));

    const before = parse("/acme/remembered");
    for (let index = 0; index < 1000; index++) parse(`/acme/made-up-${index}`);
    expect(parse("/acme/remembered")).not.toBe(before);
    expect(parse("/acme/remembered")?.key).toBe(before?.key);
  });
});

describe("search engines", () => {
  test.each([
    ["may list a career site", "/acme/c1", true],
    ["may list a position", "/acme/jefa/p1?utm_source=x", true],
    ["must not list a search", "/acme/c1?q=jefa", undefined],
    ["must not list a receipt", "/acme/jefa/p1?receipt=abc", undefined],
    ["must not list a company's policy", "/acme/c1/privacy", false],
    ["must not list a position's policy", "/acme/jefa/p1/privacy", false],
    ["must not list a sitemap", "/acme/c1/sitemap.xml", false],
    ["must not list an internal path", "/-/operator/applications", undefined],
  ])("%s: %s", (_, path, isIndexable) => {
    expect(parse(path)?.isIndexable).toBe(isIndexable);
  });
});
