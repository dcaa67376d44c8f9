import { describe, expect, test } from "vitest";
import { getPageAddress } from "./page-key";

const parse = (path: string, host = "site.example") => getPageAddress(`https://${host}${path}`);

describe("a page is rendered at a URL with only the parts that change it", () => {
  test.each([
    ["a career site", "/acme/c1", "/company/c1"],
    ["its second page, in English", "/acme/c1?page=2&lang=en", "/company/c1?page=2&lang=en"],
    ["with another name and parameters", "/Acme%20SL/c1/?utm_source=x", "/company/c1"],
    ["its policy, in capitals", "/acme/c1/Privacy/?lang=EN", "/company/c1/privacy?lang=en"],
    ["a position's policy", "/acme/jefa/p1/privacy", "/company/position/p1/privacy"],
    ["a position whose name is a dash", "/acme/-/p1", "/company/position/p1"],
    ["a company whose name begins with a dash", "/-acme/c1", "/company/c1"],
    ["a company whose name ends with a dash", "/acme-/c1", "/company/c1"],
    ["a sitemap", "/Acme/c1/Sitemap.xml?lang=en&q=", "/company/c1/sitemap.xml"],
    ["a page of a sitemap", "/acme/c1/sitemap.xml?page=3", "/company/c1/sitemap.xml?page=3"],
    ["a company named like a sitemap", "/acme/sitemap.xml/p1", "/company/position/p1"],
    ["a company whose id is a reserved word", "/acme/privacy", "/company/privacy"],
  ])("%s", (_, path, address) => {
    expect(parse(path)?.address()).toBe(`https://site.example${address}`);
  });
});

describe("the key ignores", () => {
  test.each([
    ["names in a path", "/acme/jefa/p1", "/other/name/p1"],
    ["a trailing slash", "/acme/c1", "/acme/c1/"],
    ["parameters of an advertisement", "/acme/c1", "/acme/c1?gclid=1&utm_source=x"],
    ["how a language is written", "/acme/c1?lang=es", "/acme/c1?lang=es-ES"],
    ["an unsupported language", "/acme/c1", "/acme/c1?lang=eo"],
    ["the number of the first page", "/acme/c1", "/acme/c1?page=1"],
    ["a malformed page number", "/acme/c1", "/acme/c1?page=x2"],
    ["a page number that is too large", "/acme/c1", "/acme/c1?page=1000000"],
    ["a page number without a list", "/acme/jefa/p1", "/acme/jefa/p1?page=2"],
  ])("%s", (_, one, other) => {
    expect(parse(one)?.key).toBeDefined();
    expect(parse(other)?.key).toBe(parse(one)?.key);
  });
});

describe("the keys differ for", () => {
  test.each([
    ["a career site and its sitemap", "/acme/c1", "/acme/c1/sitemap.xml"],
    ["a company and a position", "/acme/x1", "/acme/jefa/x1"],
    ["a page and its policy", "/acme/jefa/p1", "/acme/jefa/p1/privacy"],
    ["a page with and without a language", "/acme/c1?lang=en", "/acme/c1"],
    ["two pages of a list", "/acme/c1?page=2", "/acme/c1?page=3"],
    ["a company's page 11 and another's first", "/acme/c1?page=11", "/acme/c11"],
    ["the policies of a company and a position", "/acme/x1/privacy", "/acme/jefa/x1/privacy"],
    ["the first and the tenth page", "/acme/c1?page=1", "/acme/c1?page=10"],
  ])("%s", (_, one, other) => {
    expect(parse(one)?.key).toBeDefined();
    expect(parse(other)?.key).toBeDefined();
    expect(parse(other)?.key).not.toBe(parse(one)?.key);
  });

  test("two hosts", () => {
    expect(parse("/acme/c1", "other.example")?.key).not.toBe(parse("/acme/c1")?.key);
  });
});

describe("does not cache", () => {
  test.each([
    ["a search", "/acme/c1?q=taller"],
    ["a department", "/acme/c1?department=Sales"],
    ["a place", "/acme/c1?location=Bilbao"],
    ["a workplace", "/acme/c1?workplace=remote"],
    ["a contract", "/acme/c1?contract=Fijo&lang=en"],
    ["a receipt", "/acme/jefa/p1?receipt=abc"],
    ["a late page of a list", "/acme/c1?page=51"],
    ["the home page", "/"],
    ["a page without a company", "/error"],
    ["a path with too many segments", "/acme/jefa/p1/more"],
    ["an encoded path for programs", "/%2d/applications/x"],
    ["an empty name", "//c1"],
    ["two trailing slashes", "/acme/c1//"],
    ["an invalid id", "/acme/c%201"],
  ])("%s", (_, path) => {
    expect(parse(path)).toBeUndefined();
  });

  test("a page number above 50", () => {
    expect(parse("/acme/c1?page=50")).toBeDefined();
  });
});

test("the siblings are the page and its policy in all languages", () => {
  const siblings = parse("/acme/jefa/p1?lang=en")?.siblings() ?? [];
  const queries = ["", "?lang=es-es", "?lang=es-mx", "?lang=en"];
  const paths = queries.flatMap((query) => [
    `/acme/jefa/p1${query}`,
    `/acme/jefa/p1/privacy${query}`,
  ]);
  expect([...siblings].sort()).toEqual(paths.map((path) => parse(path)?.key).sort());
});

describe("the cache of parsed URLs", () => {
  test("returns the same object for a repeated URL", () => {
    const before = parse("/acme/again");
    parse("/acme/another");
    expect(parse("/acme/again")).toBe(before);
    for (const _ of [1, 2]) expect(parse("/acme/again?q=a")).toBeUndefined();
  });

  test("skips long URLs, and is bounded", () => {
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
    ["may show a career site", "/acme/c1", true],
    ["may show a position", "/acme/jefa/p1?utm_source=x", true],
    ["must not show a search", "/acme/c1?q=jefa", undefined],
    ["must not show a receipt", "/acme/jefa/p1?receipt=abc", undefined],
    ["must not show a policy", "/acme/c1/privacy", false],
    ["must not show a position's policy", "/acme/jefa/p1/privacy", false],
    ["must not show a sitemap", "/acme/c1/sitemap.xml", false],
    ["must not show other pages", "/-/operator/applications", undefined],
  ])("%s: %s", (_, path, may) => {
    expect(parse(path)?.isIndexable).toBe(may);
  });
});
