import { expect } from "vitest";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** W3C's profile of ISO 8601, as far as a sitemap may use it. */
const W3C_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

interface Entry {
  loc: string;
  lastmod?: string;
}

/** The entries of a file, held against the protocol's schema and rules (sitemaps.org). */
function entriesIn(xml: string, root: string, entry: string, origin: string): Entry[] {
  const whole = new RegExp(
    `^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\\s*<${root} xmlns="${NAMESPACE}">([^]*)</${root}>\\s*$`,
  );
  const inside = whole.exec(xml)?.[1];
  expect(inside, xml.slice(0, 200)).toBeDefined();
  const pattern = new RegExp(
    `\\s*<${entry}><loc>([^<>"']+)</loc>(?:<lastmod>([^<>&]+)</lastmod>)?</${entry}>\\s*`,
    "g",
  );
  // Nothing but entries, each with its children in the schema's order.
  expect((inside ?? "").replace(pattern, "")).toBe("");
  const entries = [...(inside ?? "").matchAll(pattern)].map(([, loc = "", lastmod]) => ({
    loc: unescaped(loc),
    ...(lastmod !== undefined && { lastmod }),
  }));
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.length).toBeLessThanOrEqual(50_000);
  expect(new TextEncoder().encode(xml).length).toBeLessThanOrEqual(50 * 1024 * 1024);
  for (const { loc, lastmod } of entries) {
    const isRight =
      new URL(loc).href === loc &&
      new URL(loc).origin === origin &&
      loc.length < 2048 &&
      (lastmod === undefined || (W3C_DATE.test(lastmod) && !Number.isNaN(Date.parse(lastmod))));
    if (!isRight) expect.fail(`${loc} of ${lastmod}`);
  }
  return entries;
}

/** The addresses of a sitemap, all at one origin. */
export const addressesIn = (xml: string, origin: string): Entry[] =>
  entriesIn(xml, "urlset", "url", origin);

/** The addresses of an index's parts. */
export const indexIn = (xml: string, origin: string): string[] =>
  entriesIn(xml, "sitemapindex", "sitemap", origin).map(({ loc }) => loc);

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A text as an XML parser reads it; one with an `&` of its own is not XML. */
function unescaped(text: string): string {
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/);
  return text.replace(/&([a-z]+);/g, (_, name: string) => ENTITIES[name] ?? "");
}
