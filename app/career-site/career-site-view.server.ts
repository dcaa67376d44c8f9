import { careerSitePath, listHref, listOf, policyPath, positionPath } from "../addresses";
import { joinDateText } from "../i18n/dates";
import { companyLanguage, keepLanguage, languageAsked, partLanguage } from "../i18n/language";
import type { CareerSite } from "../platform/types";
import { containedCss } from "../ui/company/company-html.server";
import { JOBS_PER_PAGE, QUERY_MAX_LENGTH, searchJobs } from "./search";

/**
 * What the career site draws: one page of the jobs that were searched for, dates written out,
 * links made. A page number past the end is the last one's.
 */
export function careerSiteView(
  { company, jobs }: CareerSite,
  request: Request,
  runsScriptOf: (clientUuid: string) => boolean,
) {
  const language = companyLanguage(request, company.languageDefault);
  const withLanguage = keepLanguage(request);
  const asked = new URL(request.url);
  // By its own name, whatever stood in the address: a page is the same for all that ask for it.
  const path = careerSitePath(company.code, company.uuid);
  const list = listOf(asked);
  const query = list.query.slice(0, QUERY_MAX_LENGTH);
  const found = searchJobs(jobs, query);
  const pages = Math.max(1, Math.ceil(found.length / JOBS_PER_PAGE));
  const page = Math.min(list.page, pages);
  const pageHref = (number: number) => withLanguage(listHref(path, { query, page: number }));
  return {
    language,
    /** Of the company's own texts, where it is another. */
    partLanguage: partLanguage(company.languageDefault, language),
    href: withLanguage(path),
    languageAsked: languageAsked(asked),
    query,
    /** Whether every job of the company is on this page. */
    isComplete: found.length === jobs.length && pages === 1,
    found: found.length,
    page: {
      number: page,
      of: pages,
      previousHref: page > 1 ? pageHref(page - 1) : undefined,
      nextHref: page < pages ? pageHref(page + 1) : undefined,
    },
    description: company.description,
    image: company.mainImage,
    favicon: company.favicon,
    customJs: runsScriptOf(company.uuid) ? company.js : "",
    jobs: found
      .slice((page - 1) * JOBS_PER_PAGE, page * JOBS_PER_PAGE)
      .map(({ uuid, name, location, contractType, joinDate, applyUrl }) => ({
        uuid,
        name,
        location,
        contractType,
        joinDate: joinDate && joinDateText(joinDate, language),
        href: withLanguage(applyUrl ?? positionPath(company.code, name, uuid)),
      })),
    company: {
      name: company.name || company.code,
      logo: company.logo,
      css: containedCss(company.css),
      href: withLanguage(path),
      privacyHref: withLanguage(policyPath(path)),
      social: company.socialLinks,
    },
  };
}

export type CareerSiteView = ReturnType<typeof careerSiteView>;
