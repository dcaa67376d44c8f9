import { describe, expect, test } from "vitest";
import { getPageAddress } from "./page-key";

const kept = (path: string, host = "site.example") => getPageAddress(`https://${host}${path}`);

describe("what a page is drawn at has nothing in it but what the page depends on", () => {
  test.each([
    ["a career site", "/acme/c1", "/company/c1"],
    ["its second part, in English", "/acme/c1?page=2&lang=en", "/company/c1?page=2&lang=en"],
    ["with a name and parameters of somebody's", "/Acme%20SL/c1/?utm_source=x", "/company/c1"],
    ["its policy, in other letters", "/acme/c1/Privacy/?lang=EN", "/company/c1/privacy?lang=en"],
    ["a position's policy", "/acme/jefa/p1/privacy", "/company/position/p1/privacy"],
    ["a position whose name is a dash", "/acme/-/p1", "/company/position/p1"],
    ["a company whose name begins with a dash", "/-acme/c1", "/company/c1"],
    ["a company whose name ends with a dash", "/acme-/c1", "/company/c1"],
    ["a sitemap", "/Acme/c1/Sitemap.xml?lang=en&q=", "/company/c1/sitemap.xml"],
    ["a part of a sitemap", "/acme/c1/sitemap.xml?page=3", "/company/c1/sitemap.xml?page=3"],
    ["a position of a company called so", "/acme/sitemap.xml/p1", "/company/position/p1"],
    ["a company whose id is a word of ours", "/acme/privacy", "/company/privacy"],
  ])("%s", (_, path, address) => {
    expect(kept(path)?.address()).toBe(`https://site.example${address}`);
  });
});

describe("pages that are the same for everybody are kept as one", () => {
  test.each([
    ["names in an address", "/acme/jefa/p1", "/other/name/p1"],
    ["a slash behind it", "/acme/c1", "/acme/c1/"],
    ["parameters of an advertisement", "/acme/c1", "/acme/c1?gclid=1&utm_source=x"],
    ["two ways to ask for a language", "/acme/c1?lang=es", "/acme/c1?lang=es-ES"],
    ["a language that there is not", "/acme/c1", "/acme/c1?lang=eo"],
    ["the first part of a list", "/acme/c1", "/acme/c1?page=1"],
    ["a number with something in front", "/acme/c1", "/acme/c1?page=x2"],
    ["a number past all measure", "/acme/c1", "/acme/c1?page=1000000"],
    ["a number where there is no list", "/acme/jefa/p1", "/acme/jefa/p1?page=2"],
  ])("%s", (_, one, other) => {
    expect(kept(one)?.key).toBeDefined();
    expect(kept(other)?.key).toBe(kept(one)?.key);
  });
});

describe("pages that differ are kept apart", () => {
  test.each([
    ["a career site and its sitemap", "/acme/c1", "/acme/c1/sitemap.xml"],
    ["a company and a position", "/acme/x1", "/acme/jefa/x1"],
    ["a page and its policy", "/acme/jefa/p1", "/acme/jefa/p1/privacy"],
    ["a language that was asked for, and none", "/acme/c1?lang=en", "/acme/c1"],
    ["two parts of a list", "/acme/c1?page=2", "/acme/c1?page=3"],
    ["a company's eleventh part and another's first", "/acme/c1?page=11", "/acme/c11"],
    ["the policies of a company and a position", "/acme/x1/privacy", "/acme/jefa/x1/privacy"],
    ["the first and the tenth part", "/acme/c1?page=1", "/acme/c1?page=10"],
  ])("%s", (_, one, other) => {
    expect(kept(one)?.key).toBeDefined();
    expect(kept(other)?.key).toBeDefined();
    expect(kept(other)?.key).not.toBe(kept(one)?.key);
  });

  test("two hosts", () => {
    expect(kept("/acme/c1", "other.example")?.key).not.toBe(kept("/acme/c1")?.key);
  });
});

describe("what is not kept", () => {
  test.each([
    ["a search", "/acme/c1?q=taller"],
    ["a department", "/acme/c1?department=Sales"],
    ["a place", "/acme/c1?location=Bilbao"],
    ["a workplace", "/acme/c1?workplace=remote"],
    ["a contract", "/acme/c1?contract=Fijo&lang=en"],
    ["a receipt", "/acme/jefa/p1?receipt=abc"],
    ["a part of a list that nobody pages to", "/acme/c1?page=51"],
    ["the site's first page", "/"],
    ["a page without a company", "/error"],
    ["more names than a page has", "/acme/jefa/p1/more"],
    ["an address of ours, encoded", "/%2d/applications/x"],
    ["an empty name", "//c1"],
    ["two slashes behind it", "/acme/c1//"],
    ["what cannot be an id", "/acme/c%201"],
  ])("%s", (_, path) => {
    expect(kept(path)).toBeUndefined();
  });

  test("but the fiftieth part of a list is", () => {
    expect(kept("/acme/c1?page=50")).toBeDefined();
  });
});

test("with a page that is gone go its other languages and its policy, and nothing else", () => {
  const siblings = kept("/acme/jefa/p1?lang=en")?.siblings() ?? [];
  const ways = ["", "?lang=es-es", "?lang=es-mx", "?lang=en"];
  const paths = ways.flatMap((way) => [`/acme/jefa/p1${way}`, `/acme/jefa/p1/privacy${way}`]);
  expect([...siblings].sort()).toEqual(paths.map((path) => kept(path)?.key).sort());
});

describe("taking an address apart costs more than serving its page", () => {
  test("so it is done once for an address that is asked for again", () => {
    const before = kept("/acme/again");
    kept("/acme/another");
    expect(kept("/acme/again")).toBe(before);
    for (const _ of [1, 2]) expect(kept("/acme/again?q=a")).toBeUndefined();
  });

  test("but long addresses, and ever more of them, do not fill the memory", () => {
    const long = `/acme/c1?utm_source=${"x".repeat(300)}`;
    expect(kept(long)?.key).toBe(kept("/acme/c1")?.key);
    expect(kept(long)).not.toBe(kept(long));

    const before = kept("/acme/remembered");
    for (let index = 0; index < 1000; index++) kept(`/acme/made-up-${index}`);
    expect(kept("/acme/remembered")).not.toBe(before);
    expect(kept("/acme/remembered")?.key).toBe(before?.key);
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
    ["must not show what is no company's", "/-/operator/applications", undefined],
  ])("%s: %s", (_, path, may) => {
    expect(kept(path)?.isIndexable).toBe(may);
  });
});
