import { lastMoment } from "../i18n/closing";
import { matchLanguage, languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { getRemoteCountries } from "../i18n/places";
import type { Feed, FeedItem } from "./feed.server";
import { xmlElement, escapeXml } from "./xml";

/**
 * Formats a feed as JSON Feed 1.1. `_puerta` contains additional facts, named as in the contract.
 *
 * Source: jsonfeed.org/version/1.1.
 *
 * @param feedUrl the feed's URL
 */
export function jsonFeed(feed: Feed, feedUrl: string): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.href,
    feed_url: feedUrl,
    description: feed.description || undefined,
    icon: feed.icon,
    language: languageTag(feed.language),
    items: feed.items.map(({ job, href, text, published }) => ({
      id: href,
      url: href,
      title: job.name,
      content_text: text,
      date_published: published,
      tags: job.department === undefined ? undefined : [job.department],
      language: job.language,
      _puerta: {
        uuid: job.uuid,
        location: job.location,
        country: job.country,
        contract_type: job.contractType,
        join_date: job.joinDate,
        department: job.department,
        employment_type: job.employmentTypes,
        workplace: job.workplace,
        places: job.places?.map(({ postalCode, ...place }) => ({
          ...place,
          postal_code: postalCode,
        })),
        remote_countries: getRemoteCountries(job, job.country),
        pay: job.pay,
        closes_at: closingTime(job, feed),
        identifier: job.identifier,
      },
    })),
  });
}

/** Returns the time at which a job closes, the same as on its page and in its structured data. */
const closingTime = ({ closesAt, country }: FeedItem["job"], feed: Feed) =>
  closesAt && lastMoment(closesAt, country ?? feed.country);

/**
 * Formats a feed as RSS 2.0.
 *
 * Source: rssboard.org/rss-specification; RFC 822 dates.
 */
export function rss(feed: Feed, feedUrl: string): string {
  const items = feed.items.map(({ job, href, text, published }) =>
    [
      "<item>",
      xmlElement("title", job.name),
      xmlElement("link", href),
      `<guid isPermaLink="false">${escapeXml(job.uuid)}</guid>`,
      xmlElement("description", text),
      xmlElement("category", job.department),
      xmlElement("pubDate", published && toRfc822(published)),
      "</item>",
    ].join(""),
  );
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>`,
    xmlElement("title", feed.title),
    xmlElement("link", feed.href),
    // RSS requires a description: use the title if the company has none.
    xmlElement("description", feed.description || feed.title),
    xmlElement("language", languageTag(feed.language)),
    `<atom:link href="${escapeXml(feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "</channel></rss>\n",
  ].join("\n");
}

/** A job with the position's texts, for job boards. */
export interface BoardItem extends FeedItem {
  /** Sanitized HTML. */
  description: string;
  essentialRequirements: string[];
  niceToHaveRequirements: string[];
}

/**
 * Formats a feed as XML for job boards: `source`, with a `job` per position. Adds the requirements
 * to the description, because the format's `experience` is a number of years and its `education` a degree.
 *
 * Source: docs.indeed.com/sponsored-jobs-api/shared-resources/xml-job-feed-format.
 */
export function jobBoardXml(feed: Feed, items: readonly BoardItem[]): string {
  const jobs = items.map((item) => {
    const { job, href, published } = item;
    const [place] = job.places ?? [];
    return [
      "<job>",
      xmlElement("title", job.name),
      xmlElement("date", published),
      xmlElement("referencenumber", job.identifier ?? job.uuid),
      xmlElement("requisitionid", job.uuid),
      xmlElement("url", href),
      xmlElement("company", job.employer ?? feed.title),
      xmlElement("city", place?.city ?? job.location),
      xmlElement("state", place?.region),
      xmlElement(
        "country",
        place?.country ?? getRemoteCountries(job, job.country)?.[0] ?? job.country,
      ),
      xmlElement("postalcode", place?.postalCode),
      xmlElement("streetaddress", place?.street),
      xmlElement("description", formatDescription(item, feed)),
      xmlElement("salary", job.pay && salaryText(job.pay)),
      xmlElement("jobtype", job.employmentTypes?.join(", ").toLowerCase().replaceAll("_", "")),
      xmlElement("category", job.department),
      xmlElement("expirationdate", closingTime(job, feed)),
      xmlElement("remotetype", job.workplace && REMOTE[job.workplace]),
      "</job>",
    ].join("");
  });
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    "<source>",
    xmlElement("publisher", feed.title),
    xmlElement("publisherurl", feed.href),
    ...jobs,
    "</source>\n",
  ].join("\n");
}

/** Formats the description in HTML, followed by the requirements. */
function formatDescription(item: BoardItem, { language, languages, texts }: Feed): string {
  const t = messagesFor(matchLanguage(item.job.language, languages) ?? language, texts);
  const section = (title: string, names: readonly string[]) =>
    names.length === 0
      ? ""
      : `<h2>${escapeXml(title)}</h2><ul>${names.map((name) => `<li>${escapeXml(name)}</li>`).join("")}</ul>`;
  return (
    item.description +
    section(t["position.essential"], item.essentialRequirements) +
    section(t["position.nice_to_have"], item.niceToHaveRequirements)
  );
}

const REMOTE = { remote: "Fully remote", hybrid: "Hybrid remote", onsite: undefined };

function salaryText({ min, max, currency, unit, text }: NonNullable<FeedItem["job"]["pay"]>) {
  const amounts = [min, max].filter((amount) => amount !== undefined);
  if (amounts.length === 0) return text;
  return `${[...new Set(amounts)].join(" - ")} ${currency ?? ""}${unit ? ` per ${unit}` : ""}`;
}

/** Formats a date as RFC 822 in UTC, which is the format of `toUTCString`. */
function toRfc822(iso: string): string | undefined {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? undefined : date.toUTCString();
}
