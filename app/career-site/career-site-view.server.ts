import { joinDateText } from "../i18n/dates";
import { companyLanguage } from "../i18n/language";
import { keepLanguage } from "../i18n/links";
import type { CareerSite } from "../platform/types";
import { containedCss } from "../ui/company-html.server";
import { searchJobs } from "./search";

/** What the career site draws: the jobs that were searched for, dates written out, links made. */
export function careerSiteView({ company, jobs }: CareerSite, request: Request) {
  const language = companyLanguage(request, company.languageDefault);
  const withLanguage = keepLanguage(request);
  const { pathname, searchParams } = new URL(request.url);
  const query = searchParams.get("q") ?? "";
  return {
    language,
    href: withLanguage(pathname),
    languageAsked: searchParams.get("lang") === null ? undefined : language,
    query,
    description: company.description,
    image: company.mainImage,
    favicon: company.favicon,
    jobs: searchJobs(jobs, query).map(
      ({ uuid, name, location, contractType, joinDate, applyUrl }) => ({
        uuid,
        name,
        location,
        contractType,
        joinDate: joinDate && joinDateText(joinDate, language),
        href: withLanguage(applyUrl),
      }),
    ),
    company: {
      name: company.name,
      logo: company.logo,
      css: containedCss(company.css),
      href: withLanguage(pathname),
      privacyHref: withLanguage(`${pathname}/privacy`),
      social: company.socialLinks,
    },
  };
}

export type CareerSiteView = ReturnType<typeof careerSiteView>;
