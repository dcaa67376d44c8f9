import { companyOfHost, siteAddress, type HostSettings } from "../config/hosts";
import { sitemapPath } from "../addresses";
import type { Outgoing } from "./door.server";

/** The settings that these files depend on. */
interface CrawlerSettings extends HostSettings {
  INDEXNOW_KEY?: string | undefined;
}

/**
 * The files that programs look for at the root of a host: `robots.txt`, and the file that proves the
 * key of IndexNow. They cost neither a drawing nor a counter. Undefined for any other address.
 *
 * Source: RFC 9309; indexnow.org, documentation; decision 0027.
 */
export function crawlerFile(request: Request, settings: CrawlerSettings): Outgoing | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const { pathname, origin } = new URL(request.url);
  const { INDEXNOW_KEY } = settings;
  if (pathname === "/robots.txt") {
    const owner = companyOfHost(settings, request.url);
    const sitemap = owner && siteAddress(settings, owner, origin) + sitemapPath("/");
    return text(robots(sitemap));
  }
  if (INDEXNOW_KEY !== undefined && pathname === `/${INDEXNOW_KEY}.txt`) return text(INDEXNOW_KEY);
  return undefined;
}

/**
 * What programs may read. Searches and receipts are not named: a page that must not be shown says so
 * itself (`noindex`), and a program that may not read it would never know.
 */
const robots = (sitemap: string | undefined): string =>
  `User-agent: *\nDisallow: /-/\n${sitemap === undefined ? "" : `\nSitemap: ${sitemap}\n`}`;

const text = (body: string): Outgoing => ({
  status: 200,
  body,
  headers: {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
  },
});
