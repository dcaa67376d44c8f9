import { siteOrigin } from "../config/hosts";
import { sitemapPath } from "../addresses";
import type { Outgoing } from "../runtime/outgoing";
import type { Visit } from "../visit.server";

/**
 * Serves `robots.txt`. Returns undefined for other requests.
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

/** Allows searches and receipts, because a crawler must fetch a page to see its `noindex`. */
const robotsTxt = (sitemap: string | undefined): string =>
  `User-agent: *\nDisallow: /-/\n${sitemap === undefined ? "" : `\nSitemap: ${sitemap}\n`}`;
