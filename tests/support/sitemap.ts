import { expect } from "vitest";
import { parseXml } from "./xml";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Matches a W3C date, or a date and time with a time zone. */
const W3C_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

interface Entry {
  loc: string;
  lastmod?: string;
}

/** Parses a file's entries and checks them against the limits and formats of sitemaps.org. */
function parseEntries(xml: string, root: string, entry: string, origin: string): Entry[] {
  const { name, attributes, children } = parseXml(xml);
  expect([name, attributes]).toEqual([root, { xmlns: NAMESPACE }]);
  expect(children.length).toBeGreaterThan(0);
  expect(children.length).toBeLessThanOrEqual(50_000);
  expect(new TextEncoder().encode(xml).length).toBeLessThanOrEqual(50 * 1024 * 1024);
  return children.map(({ name, children: parts }) => {
    // The schema defines the order of the elements.
    expect([name, ...parts.map((part) => part.name)].join()).toMatch(
      new RegExp(`^${entry},loc(,lastmod)?$`),
    );
    const [loc = "", lastmod] = parts.map(({ text }) => text);
    const isValid =
      new URL(loc).href === loc &&
      new URL(loc).origin === origin &&
      loc.length < 2048 &&
      (lastmod === undefined || (W3C_DATE.test(lastmod) && !Number.isNaN(Date.parse(lastmod))));
    if (!isValid) expect.fail(`invalid entry: ${loc}, lastmod ${lastmod}`);
    return { loc, ...(lastmod !== undefined && { lastmod }) };
  });
}

/** Parses a sitemap and checks that all URLs are at `origin`. */
export const parseSitemap = (xml: string, origin: string): Entry[] =>
  parseEntries(xml, "urlset", "url", origin);

/** Parses a sitemap index and returns the sitemaps' URLs. */
export const parseSitemapIndex = (xml: string, origin: string): string[] =>
  parseEntries(xml, "sitemapindex", "sitemap", origin).map(({ loc }) => loc);
