import { careerSitePath, isSearchUrl, listHref, siteFilePath, WHOLE_LIST } from "../addresses";
import { fill } from "../i18n/fill";
import { messagesFor } from "../i18n/messages";
import type { Client } from "../platform/types";
import { summarize } from "../ui/company/summary.server";
import type { PageHead } from "../ui/page/page-head";
import { choosePreview } from "../ui/page/preview";
import type { SiteLinks } from "../ui/page/publishing";
import type { CareerSiteView } from "./career-site-view.server";

/** Feeds for feed readers to discover. Companies send job boards the URL of their XML file. */
const FEEDS = [
  { type: "application/feed+json", file: "json-feed" },
  { type: "application/rss+xml", file: "rss" },
] as const;

/**
 * Returns a career site's metadata for search engines and link previews. Undefined for a search, because searches
 * must not be indexed.
 */
export function careerSiteHead(
  client: Client,
  { page, company: { name }, description, language }: CareerSiteView,
  url: URL,
  { getOrigin, getCareerSitePath, resizesImages }: SiteLinks,
): PageHead | undefined {
  if (isSearchUrl(url)) return undefined;
  const origin = getOrigin(client.uuid);
  const path = getCareerSitePath(client.uuid, careerSitePath(client.code, client.uuid));
  return {
    // Each page of a long list has its own canonical URL.
    canonical: new URL(listHref(path, { ...WHOLE_LIST, page: page.number }), origin).href,
    title: name,
    description:
      summarize(description) ||
      fill(messagesFor(language, client.texts)["career.title_at"], { company: name }),
    siteName: name,
    preview: choosePreview(client, origin, resizesImages),
    feeds: FEEDS.map(({ type, file }) => ({
      type,
      href: new URL(siteFilePath(path, file), origin).href,
    })),
  };
}
