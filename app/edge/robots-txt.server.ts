import { siteOrigin } from "../config/hosts";
import { sitemapPath } from "../addresses";
import type { Outgoing } from "../runtime/outgoing";
import type { Visit } from "../visit.server";

/**
 * `robots.txt`, which costs neither a rendering nor a counter. Undefined for any other address.
 *
 * Source: RFC 9309; decision 0027.
 */
export function serveRobotsTxt({ request, isRead, owner, settings }: Visit): Outgoing | undefined {
  const { pathname, origin } = new URL(request.url);
  if (!isRead || pathname !== "/robots.txt") return undefined;
  const sitemap = owner && siteOrigin(settings, owner, origin) + sitemapPath("/");
  return {
    status: 200,
    body: robotsTxt(sitemap),
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  };
}

/**
 * What crawlers may read. Searches and receipts are not listed: a page that must not be shown says so itself
 * (`noindex`), and a crawler that may not read it would never know.
 */
const robotsTxt = (sitemap: string | undefined): string =>
  `User-agent: *\nDisallow: /-/\n${sitemap === undefined ? "" : `\nSitemap: ${sitemap}\n`}`;
