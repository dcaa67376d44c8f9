import { parseCompanyPage, positionPath } from "../addresses";
import { lastMoment } from "../i18n/closing";
import { parseTime } from "~/contract/closing";
import type { Client, Job } from "../platform/types";
import { escapeXml } from "./xml";

/** Maximum number of URLs in one file (sitemaps.org, protocol). */
const MAX_URLS = 50_000;

export interface SitemapUrl {
  /** Absolute. */
  href: string;
  /** The value of `lastmod`, a W3C date or time; undefined if unknown. */
  changed: string | undefined;
}

/** The public location of a career site. */
export interface SiteLocation {
  /** Such as `https://jobs.example`. */
  origin: string;
  /** The path at this origin. */
  careerSite: string;
}

/** Lists a company's public URLs: its career site and its open jobs. Leaves out jobs on other sites. */
export function listUrls(
  {
    company: { code, country },
    jobs,
  }: { company: Pick<Client, "code" | "country">; jobs: readonly Job[] },
  { origin, careerSite }: SiteLocation,
  now = Date.now(),
): SitemapUrl[] {
  const isOpen = (job: Job) =>
    job.closesAt === undefined ||
    Date.parse(lastMoment(job.closesAt, job.country ?? country)) >= now;
  const toUrl = (path: string) => new URL(path, origin).href;
  return [
    { href: toUrl(careerSite), changed: undefined },
    ...jobs
      .filter((job) => isOwnPosition(job) && isOpen(job))
      .map(({ uuid, name, publishedAt }) => ({
        href: toUrl(positionPath(code, name, uuid)),
        changed: publishedAt && w3cDate(publishedAt),
      })),
  ];
}

/** Whether a job's page is on this site. Compares only paths, because the site can have several hosts. */
export function isOwnPosition({ uuid, applyUrl }: Job): boolean {
  if (applyUrl === undefined) return true;
  const page = parseCompanyPage(new URL(applyUrl, "https://site.example").pathname);
  return page?.kind === "position" && page.id === uuid;
}

/**
 * Formats an ISO date or time in W3C's profile of ISO 8601. A time without a zone is in UTC. Undefined for an
 * impossible date.
 */
export function w3cDate(iso: string): string | undefined {
  const [, day = "", rest = ""] = /^(\d{4}-\d{2}-\d{2})(?:[T ](.+))?$/.exec(iso) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  if (!exists) return undefined;
  if (rest === "") return day;
  const moment = new Date(parseTime(iso));
  return Number.isNaN(moment.getTime()) ? day : moment.toISOString();
}

/**
 * Creates a page of a sitemap as XML. Page 1 of a long sitemap is an index of the other pages.
 *
 * Source: sitemaps.org, protocol.
 *
 * @param pageHref builds the absolute URL of a page
 * @returns undefined for a page that does not exist
 */
export function sitemapXml(
  found: readonly SitemapUrl[],
  page: number,
  pageHref: (page: number) => string,
  maxUrls = MAX_URLS,
): string | undefined {
  const parts = Math.ceil(found.length / maxUrls);
  if (parts <= 1) return page === 1 ? urlSet(found) : undefined;
  if (page > parts + 1) return undefined;
  if (page > 1) return urlSet(found.slice((page - 2) * maxUrls, (page - 1) * maxUrls));
  const pages = Array.from({ length: parts }, (_, part) => pageHref(part + 2));
  return document(
    "sitemapindex",
    pages.map((href) => `<sitemap><loc>${escapeXml(href)}</loc></sitemap>`),
  );
}

const urlSet = (found: readonly SitemapUrl[]) =>
  document(
    "urlset",
    found.map(({ href, changed }) => {
      const lastmod = changed === undefined ? "" : `<lastmod>${changed}</lastmod>`;
      return `<url><loc>${escapeXml(href)}</loc>${lastmod}</url>`;
    }),
  );

const document = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n` +
  `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  `${entries.join("\n")}\n</${root}>\n`;
