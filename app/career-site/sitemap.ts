import { parseCompanyPage, positionPath } from "../addresses";
import { lastMoment } from "../i18n/closing";
import { parseTime } from "../../contract/closing";
import type { Client, Job } from "../platform/types";
import { escapeXml } from "./xml";

/** The most addresses that one file may have (sitemaps.org, protocol). */
export const MAX_URLS = 50_000;

/** An address of a career site that search engines may read. */
export interface SitemapUrl {
  /** A whole URL. */
  href: string;
  /** When it last changed, as W3C writes dates and times; undefined where that is not known. */
  changed: string | undefined;
}

/** Where the addresses of a career site are. */
export interface SiteLocation {
  /** Such as `https://jobs.example`. */
  origin: string;
  /** The path of the career site there. */
  careerSite: string;
}

/**
 * The public addresses of a company: its career site, and the position of each job that is listed and not
 * past its last day, so none that is closed. A job that one applies for elsewhere has its page elsewhere.
 */
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

/** Whether a job's page is one of ours, whatever the host that the platform knows it by. */
export function isOwnPosition({ uuid, applyUrl }: Job): boolean {
  if (applyUrl === undefined) return true;
  const page = parseCompanyPage(new URL(applyUrl, "https://site.example").pathname);
  return page?.kind === "position" && page.id === uuid;
}

/**
 * An ISO date, with or without a time, as W3C's profile of ISO 8601 writes it; one without a zone is in
 * UTC (design, section 4). Undefined for a date that does not exist.
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
 * A sitemap as XML. One that is too long for a file is an index of parts.
 *
 * Source: sitemaps.org, protocol.
 *
 * @param page 1 is the sitemap, or its index; the parts of an index follow
 * @param pageHref the whole URL of a page
 * @returns undefined for a page that there is not
 */
export function sitemapXml(
  found: readonly SitemapUrl[],
  page: number,
  pageHref: (page: number) => string,
  most = MAX_URLS,
): string | undefined {
  const parts = Math.ceil(found.length / most);
  if (parts <= 1) return page === 1 ? urlSet(found) : undefined;
  if (page > parts + 1) return undefined;
  if (page > 1) return urlSet(found.slice((page - 2) * most, (page - 1) * most));
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
