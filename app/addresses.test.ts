import { describe, expect, test } from "vitest";
import {
  applicationHref,
  careerSitePathBeside,
  careerSitePath,
  parseCompanyPage,
} from "./addresses";
import { isPagePath, listHref, parseJobSearch, canonicalPath, toLocalPath } from "./addresses";
import {
  policyPath,
  getPositionParameter,
  positionPath,
  receiptHref,
  getReceiptParameter,
  sendHref,
} from "./addresses";
import { sitemapPath, parseUploadNumber, uploadPath, uploadsHref, WHOLE_LIST } from "./addresses";

const ask = (path: string) => new Request(`https://site.example${path}`);

const SITE = careerSitePath("acme", "c1");
const POSITION = positionPath("acme", "Mecánica", "p1");

describe("the pages of companies", () => {
  test.each([
    [SITE, { kind: "career-site", id: "c1", isPrivacy: false }],
    [POSITION, { kind: "position", id: "p1", isPrivacy: false }],
    [sitemapPath(SITE), { kind: "sitemap", id: "c1", isPrivacy: false }],
    [policyPath(SITE), { kind: "career-site", id: "c1", isPrivacy: true }],
    [policyPath(POSITION), { kind: "position", id: "p1", isPrivacy: true }],
  ] as const)("parses the path that it built: %s", (path, page) => {
    expect(parseCompanyPage(path)).toEqual(page);
    expect(parseCompanyPage(canonicalPath(page))).toEqual(page);
  });

  test("puts the sitemap at the root of a company's own host", () => {
    expect(sitemapPath("/")).toBe("/sitemap.xml");
  });

  test("encodes the company's code", () => {
    expect(careerSitePath("a/../b?", "c1")).toBe("/a%2F..%2Fb%3F/c1");
    expect(positionPath("a/../b?", "A", "p1")).toBe("/a%2F..%2Fb%3F/a/p1");
  });

  test.each(["/", "/acme", "/-/maintenance", "/%2D/a", "/a//b", "/a/b/c/d", "/acme/not an id"])(
    "finds no page at %s",
    (path) => {
      expect(parseCompanyPage(path)).toBeUndefined();
    },
  );

  test.each([
    ["/acme/mecanica/p1", "/acme/c1"],
    ["/acme/mecanica/p1/privacy", "/acme/c1"],
    ["/acme/c0", undefined],
  ])("the career site beside %s is %j", (path, careerSite) => {
    expect(careerSitePathBeside(path, "c1")).toBe(careerSite);
  });
});

test.each([
  ["", {}],
  ["?q=mec%20a&page=2", { query: "mec a", page: 2 }],
  ["?department=I%2BD&location=Le%C3%B3n", { department: "I+D", location: "León" }],
  ["?workplace=remote&contract=Fijo", { workplace: "remote", contract: "Fijo" }],
  ["?page=0", {}],
  ["?page=x2", {}],
  ["?page=2x", {}],
  ["?page=1234567", {}],
])("parses the search in %j", (search, list) => {
  const url = new URL(`https://site.example/acme/c1${search}`);
  expect(parseJobSearch(url)).toEqual({ ...WHOLE_LIST, ...list });
});

test.each([
  [{}, "/acme/c1"],
  [{ query: "a&b", page: 3 }, "/acme/c1?q=a%26b&page=3"],
  [{ department: "I+D", location: "León" }, "/acme/c1?location=Le%C3%B3n&department=I%2BD"],
  [{ contract: "Fijo", workplace: "remote" }, "/acme/c1?workplace=remote&contract=Fijo"],
])("builds the URL of %j", (list, href) => {
  expect(listHref("/acme/c1", { ...WHOLE_LIST, ...list })).toBe(href);
});

describe("an application's addresses", () => {
  test("name the position", () => {
    expect(applicationHref("id", "p1", "en")).toBe("/-/applications/id?position=p1&lang=en");
    expect(getPositionParameter(ask(applicationHref("id", "p1", "en")))).toBe("p1");
    expect(uploadsHref("id", "p1", "f")).toBe("/-/applications/id/cv?position=p1&field=f");
    expect(getPositionParameter(ask("/-/applications/id"))).toBe("");
  });

  test("name the upload", () => {
    expect(uploadPath("id", 7)).toBe("/-/applications/id/cv/7");
    expect(parseUploadNumber(uploadPath("id", 7))).toBe("7");
  });

  test("name the receipt, and mark a sent plain form", () => {
    expect(receiptHref("/a/b/p1", "abc")).toBe("/a/b/p1?receipt=abc");
    expect(receiptHref("/a/b/p1?lang=en", "abc")).toBe("/a/b/p1?lang=en&receipt=abc");
    expect(getReceiptParameter(ask("/a/b/p1?receipt=abc"))).toBe("abc");
    expect(getReceiptParameter(ask("/a/b/p1"))).toBeNull();
    expect(sendHref("/a/b/p1")).toBe("/a/b/p1?send");
  });
});

test.each([
  ["//evil.example", "/evil.example"],
  ["/\\\\evil.example", "/evil.example"],
  ["/acme/c1", "/acme/c1"],
])("turns %s into the local path %s", (path, own) => {
  expect(toLocalPath(path)).toBe(own);
});

test("distinguishes pages from URLs for programs", () => {
  expect(isPagePath("/acme/c1")).toBe(true);
  expect(isPagePath("/-/csp")).toBe(false);
});
