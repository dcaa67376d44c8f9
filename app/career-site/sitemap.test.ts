import { describe, expect, test } from "vitest";
import { listUrls, sitemapXml, w3cDate } from "./sitemap";

describe("w3cDate", () => {
  test.each([
    ["2026-09-01", "2026-09-01"],
    ["2026-09-01T10:00:00+02:00", "2026-09-01T08:00:00.000Z"],
    ["2026-09-01 10:00", "2026-09-01T10:00:00.000Z"],
    ["2026-09-01T10:00:00.123456", "2026-09-01T10:00:00.123Z"],
    ["2026-09-01 at noon", "2026-09-01"],
    ["2026-02-31", undefined],
  ])("formats %s as %s", (iso, written) => {
    expect(w3cDate(iso)).toBe(written);
  });
});

describe("listUrls", () => {
  const place = { origin: "https://site.example", careerSite: "/acme/c1" };
  const list = (...jobs: Parameters<typeof listUrls>[0]["jobs"]) =>
    listUrls({ company: { code: "acme" }, jobs }, place);

  test("returns the career site, and the jobs with their publication dates", () => {
    expect(list({ uuid: "p1", name: "Jefa de taller", publishedAt: "2026-09-01" })).toEqual([
      { href: "https://site.example/acme/c1", changed: undefined },
      { href: "https://site.example/acme/jefa-de-taller/p1", changed: "2026-09-01" },
    ]);
  });

  test.each([
    ["a path on this site", "/acme/any-name/p1", 2],
    ["a page of this site on another host", "https://jobs.acme.example/a/b/p1", 2],
    ["another site's page", "https://ats.example/jobs/17", 1],
    ["a page that is not a position's", "/acme/p1", 1],
  ])("for an apply_url that is %s (%s), returns %i URLs", (_, applyUrl, count) => {
    expect(list({ uuid: "p1", name: "A", applyUrl })).toHaveLength(count);
  });
});

test("leaves out a job that has closed in its country's time zone, or else in the company's", () => {
  const countUrls = (now: string, more: { country?: string } = {}) =>
    listUrls(
      {
        company: { code: "acme", country: "MX" },
        jobs: [{ uuid: "p1", name: "A", closesAt: "2026-11-22", ...more }],
      },
      { origin: "https://site.example", careerSite: "/acme/c1" },
      Date.parse(now),
    ).length;
  expect(countUrls("2026-11-23T07:59:59Z")).toBe(2);
  expect(countUrls("2026-11-23T08:00:00Z")).toBe(1);
  expect(countUrls("2026-11-23T00:00:00Z", { country: "ES" })).toBe(1);
});

describe("sitemapXml", () => {
  const found = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ href: `https://a/${i}`, changed: undefined }));
  const pageHref = (page: number) => `https://site.example/sitemap.xml?page=${page}&x='"<>`;
  const countElements = (xml: string | undefined, tag: string) =>
    xml?.split(`<${tag}>`).length ?? 0;

  test("returns one file up to the maximum number of URLs", () => {
    expect(countElements(sitemapXml(found(5), 1, pageHref, 5), "url") - 1).toBe(5);
    expect(sitemapXml(found(5), 2, pageHref, 5)).toBeUndefined();
    expect(sitemapXml(found(50_000), 1, pageHref)).toContain("<urlset");
    expect(sitemapXml(found(50_001), 1, pageHref)).toContain("<sitemapindex");
  });

  test("returns an index of two pages for one URL above the maximum, and lists every URL once", () => {
    const index = sitemapXml(found(6), 1, pageHref, 5) ?? "";
    expect(index).toContain("<sitemapindex xmlns=");
    expect([...index.matchAll(/\?page=(\d)/g)].map(([, page]) => page)).toEqual(["2", "3"]);
    const parts = [2, 3].map((page) => sitemapXml(found(6), page, pageHref, 5) ?? "");
    expect(parts.map((xml) => countElements(xml, "url") - 1)).toEqual([5, 1]);
    const hrefs = parts.join("").match(/(?<=<loc>)[^<]+/g);
    expect(hrefs).toEqual(found(6).map(({ href }) => href));
    expect(sitemapXml(found(6), 4, pageHref, 5)).toBeUndefined();
  });

  test("escapes URLs", () => {
    const index = sitemapXml(found(2), 1, pageHref, 1) ?? "";
    expect(index).toContain("?page=2&amp;x=&apos;&quot;&lt;&gt;</loc>");
  });
});
