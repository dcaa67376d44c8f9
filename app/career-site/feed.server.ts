import { positionPath } from "../addresses";
import { joinDateText } from "../i18n/dates";
import { companyLanguage, type Language } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { placeText } from "../i18n/places";
import type { CareerSite, Job } from "../platform/types";
import { formatPay, formatWorkplace } from "./listed-jobs.server";
import { isOwnPosition, w3cDate, type SiteLocation } from "./sitemap";

/** The jobs of a career site, as its feeds have them. */
export interface Feed {
  title: string;
  /** Plain text; empty if the company says nothing of itself. */
  description: string;
  /** Whole URLs: of the career site, and of its logo. */
  href: string;
  icon: string | undefined;
  /** The company's. */
  language: Language;
  country: string | undefined;
  items: FeedItem[];
}

export interface FeedItem {
  job: Job;
  /** A whole URL: where the job is read, and applied for. */
  href: string;
  /** Whether that is our page. */
  isOwn: boolean;
  /** What the list says of the job, as plain text; the job's name where it says nothing else. */
  text: string;
  /** RFC 3339; undefined where that is not known. */
  published: string | undefined;
}

/**
 * The feed of a career site, in the company's language. Nothing is in it that the list does not have.
 *
 * @param place where the addresses are
 */
export function createFeed(
  { company, jobs }: CareerSite,
  { origin, careerSite }: SiteLocation,
): Feed {
  const language = companyLanguage(new Request(origin), company.languageDefault);
  const toUrl = (path: string) => new URL(path, origin).href;
  return {
    title: company.name || company.code,
    description: company.description.trim(),
    href: toUrl(careerSite),
    icon: company.logo && toUrl(company.logo),
    language,
    country: company.country,
    items: jobs.map((job) => {
      const { applyUrl = "", name, uuid } = job;
      const ours = isOwnPosition(job);
      return {
        job,
        href: toUrl(ours ? positionPath(company.code, name, uuid) : applyUrl),
        isOwn: ours,
        text: summarizeJob(job, language, company.country),
        published: job.publishedAt && toRfc3339(job.publishedAt),
      };
    }),
  };
}

/** What a row of the list says. */
function summarizeJob(job: Job, language: Language, country: string | undefined): string {
  const { name, location, contractType, department, joinDate, places } = job;
  const t = messagesFor(language);
  const facts = [
    location ?? (places?.[0] && placeText(places[0], language)),
    formatWorkplace(job, language),
    contractType,
    department,
    formatPay(job, language),
    joinDate && `${t["career.join_date"]}: ${joinDateText(joinDate, language, country)}`,
  ];
  return facts.filter((text) => text).join(" · ") || name;
}

/** A moment as feeds write it: a day begins at midnight, UTC. */
function toRfc3339(iso: string): string | undefined {
  const date = w3cDate(iso);
  return date?.length === 10 ? `${date}T00:00:00Z` : date;
}
