import { labelSeparator } from "../i18n/fill";
import { positionPath } from "../addresses";
import { startDateText } from "../i18n/dates";
import { companyLanguage, type Language, type Languages } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { placeText } from "../i18n/places";
import type { CareerSite, Job } from "../platform/types";
import { formatPay, formatWorkplace } from "./listed-jobs.server";
import { isOwnPosition, w3cDate, type SiteLocation } from "./sitemap";

export interface Feed {
  title: string;
  /** Plain text; empty if the company has none. */
  description: string;
  /** Absolute URLs of the career site and the logo. */
  href: string;
  icon: string | undefined;
  /** The company's language. */
  language: Language;
  texts: CareerSite["company"]["texts"];
  languages: Languages;
  country: string | undefined;
  items: FeedItem[];
}

export interface FeedItem {
  job: Job;
  /** Absolute URL of the job's page. */
  href: string;
  /** Whether the page is on this site. */
  isOwn: boolean;
  /** The job's facts as plain text; its name if it has no facts. */
  text: string;
  /** Publication time (RFC 3339); undefined if unknown. */
  published: string | undefined;
}

/** Creates a career site's feed in the company's language, using only the list's data. */
export function createFeed(
  { company, jobs }: CareerSite,
  { origin, careerSite }: SiteLocation,
  languages: Languages,
): Feed {
  const language = companyLanguage(new Request(origin), company, languages);
  const toUrl = (path: string) => new URL(path, origin).href;
  return {
    title: company.name || company.code,
    description: company.description.trim(),
    href: toUrl(careerSite),
    icon: company.logo && toUrl(company.logo),
    ...{ language, languages },
    texts: company.texts,
    country: company.country,
    items: jobs.map((job) => {
      const { applyUrl = "", name, uuid } = job;
      const isOwn = isOwnPosition(job);
      return {
        job,
        href: toUrl(isOwn ? positionPath(company.code, name, uuid) : applyUrl),
        isOwn,
        text: summarizeJob(job, language, company),
        published: job.publishedAt && toRfc3339(job.publishedAt),
      };
    }),
  };
}

function summarizeJob(
  job: Job,
  language: Language,
  { country, texts }: Pick<CareerSite["company"], "country" | "texts">,
): string {
  const { name, location, contractType, department, joinDate, places } = job;
  const t = messagesFor(language, texts);
  const facts = [
    location ?? (places?.[0] && placeText(places[0], language)),
    formatWorkplace(job, language),
    contractType,
    department,
    formatPay(job, language),
    joinDate &&
      t["career.join_date"] + labelSeparator(language) + startDateText(joinDate, language, country),
  ];
  return facts.filter((text) => text).join(" · ") || name;
}

/** Formats a date as RFC 3339. A day without a time is midnight UTC. */
function toRfc3339(iso: string): string | undefined {
  const date = w3cDate(iso);
  return date?.length === 10 ? `${date}T00:00:00Z` : date;
}
