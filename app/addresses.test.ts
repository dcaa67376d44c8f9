import { describe, expect, test } from "vitest";
import {
  applicationHref,
  deriveCareerSitePath,
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

const createRequest = (path: string) => new Request(`https://site.example${path}`);

const SITE = careerSitePath("acme", "c1");
const POSITION = positionPath("acme", "Mecánica", "p1");

describe("company pages", () => {
  test.each([
    [SITE, { kind: "career-site", id: "c1", isPrivacy: false }],
    [POSITION, { kind: "position", id: "p1", isPrivacy: false }],
    [sitemapPath(SITE), { kind: "sitemap", id: "c1", isPrivacy: false }],
    [policyPath(SITE), { kind: "career-site", id: "c1", isPrivacy: true }],
    [policyPath(POSITION), { kind: "position", id: "p1", isPrivacy: true }],
  ] as const)("round-trips the path %s", (path, page) => {
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
  ])("builds the career site's path from %s: %j", (path, careerSite) => {
    expect(deriveCareerSitePath(path, "c1")).toBe(careerSite);
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
])("parseJobSearch parses %j", (search, list) => {
  const url = new URL(`https://site.example/acme/c1${search}`);
  expect(parseJobSearch(url)).toEqual({ ...WHOLE_LIST, ...list });
});

test.each([
  [{}, "/acme/c1"],
  [{ query: "a&b", page: 3 }, "/acme/c1?q=a%26b&page=3"],
  [{ department: "I+D", location: "León" }, "/acme/c1?location=Le%C3%B3n&department=I%2BD"],
  [{ contract: "Fijo", workplace: "remote" }, "/acme/c1?workplace=remote&contract=Fijo"],
])("listHref builds the URL of the search %j", (list, href) => {
  expect(listHref("/acme/c1", { ...WHOLE_LIST, ...list })).toBe(href);
});

describe("application URLs", () => {
  test("names the position in the query", () => {
    expect(applicationHref("id", "p1", "en")).toBe("/-/applications/id?position=p1&lang=en");
    expect(getPositionParameter(createRequest(applicationHref("id", "p1", "en")))).toBe("p1");
    expect(uploadsHref("id", "p1", "f")).toBe("/-/applications/id/cv?position=p1&field=f");
    expect(getPositionParameter(createRequest("/-/applications/id"))).toBe("");
  });

  test("names the upload in the path", () => {
    expect(uploadPath("id", 7)).toBe("/-/applications/id/cv/7");
    expect(parseUploadNumber(uploadPath("id", 7))).toBe("7");
  });

  test("adds a receipt or `send` to the position's URL", () => {
    expect(receiptHref("/a/b/p1", "abc")).toBe("/a/b/p1?receipt=abc");
    expect(receiptHref("/a/b/p1?lang=en", "abc")).toBe("/a/b/p1?lang=en&receipt=abc");
    expect(getReceiptParameter(createRequest("/a/b/p1?receipt=abc"))).toBe("abc");
    expect(getReceiptParameter(createRequest("/a/b/p1"))).toBeNull();
    expect(sendHref("/a/b/p1")).toBe("/a/b/p1?send");
  });
});

test.each([
  ["//evil.example", "/evil.example"],
  ["/\\\\evil.example", "/evil.example"],
  ["/acme/c1", "/acme/c1"],
])("toLocalPath changes %s to %s", (path, localPath) => {
  expect(toLocalPath(path)).toBe(localPath);
});

test("isPagePath excludes paths that begin with /-/", () => {
  expect(isPagePath("/acme/c1")).toBe(true);
  expect(isPagePath("/-/csp")).toBe(false);
});
