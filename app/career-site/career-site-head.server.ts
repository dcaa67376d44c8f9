import { careerSitePath, isSearchUrl, listHref, siteFilePath, WHOLE_LIST } from "../addresses";
import { fill } from "../i18n/fill";
import { messagesFor } from "../i18n/messages";
import type { Client } from "../platform/types";
import { summarize } from "../ui/company/summary.server";
import type { PageHead } from "../ui/page/page-head";
import { choosePreview } from "../ui/page/preview";
import type { Publishing } from "../ui/page/publishing";
import type { CareerSiteView } from "./career-site-view.server";

/** The feeds that readers look for. Job boards are told the address of theirs. */
const FEEDS = [
  { type: "application/feed+json", file: "json-feed" },
  { type: "application/rss+xml", file: "rss" },
] as const;

/**
 * What a career site says of itself to those who find it and share it. Undefined for a search: there are
 * as many as there are words.
 */
export function careerSiteHead(
  client: Client,
  { page, company: { name }, description, language }: CareerSiteView,
  asked: URL,
  { originOf, careerSiteAt, resizesImages }: Publishing,
): PageHead | undefined {
  if (isSearchUrl(asked)) return undefined;
  const origin = originOf(client.uuid);
  const path = careerSiteAt(client.uuid, careerSitePath(client.code, client.uuid));
  return {
    // Each part of a long list is a page of its own.
    canonical: new URL(listHref(path, { ...WHOLE_LIST, page: page.number }), origin).href,
    title: name,
    description:
      summarize(description) || fill(messagesFor(language)["career.title_at"], { company: name }),
    siteName: name,
    preview: choosePreview(client, origin, resizesImages),
    feeds: FEEDS.map(({ type, file }) => ({
      type,
      href: new URL(siteFilePath(path, file), origin).href,
    })),
  };
}
