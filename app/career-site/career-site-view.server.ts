import { foldText } from "~/contract/fold-text";
import {
  FILTER_NAMES,
  isSearching,
  listHref,
  parseJobSearch,
  positionPath,
  WHOLE_LIST,
  type FilterName,
  type JobSearch,
} from "../addresses";
import { describeClosing } from "../i18n/closing";
import { startDateText } from "../i18n/dates";
import { fill } from "../i18n/fill";
import { companyLanguage, requestedLanguage, partLanguage, type Language } from "../i18n/language";
import { createShell, type Links } from "../links.server";
import { messagesFor } from "../i18n/messages";
import type { CareerSite, Job } from "../platform/types";
import { renderSections } from "../ui/company/company-html.server";
import {
  getColumns,
  getFilters,
  isGrouped,
  JOBS_PER_PAGE,
  formatPay,
  searchJobs,
  formatWorkplace,
  type Filters,
} from "./listed-jobs.server";
import { QUERY_MAX_LENGTH } from "./search";

/** Rows show closing dates that are at most this many days away. Position pages always show the date. */
const SOON_DAYS = 30;

/**
 * Creates the data of the career site's page: one page of the matching jobs, with formatted dates and links.
 * A page number past the end returns the last page.
 */
export function careerSiteView(
  { company, jobs }: CareerSite,
  request: Request,
  mayRunScript: (clientUuid: string) => boolean,
  links: Links,
) {
  const language = companyLanguage(request, company, links.languages);
  const url = new URL(request.url);
  // Use the company's actual code instead of the one in the URL, because the cached page is shared.
  const path = links.careerSitePath(company.code, company.uuid);
  const list = parseJobSearch(url);
  const all = getFilters(jobs, language);
  const wanted = { ...WHOLE_LIST, query: list.query.slice(0, QUERY_MAX_LENGTH) };
  for (const name of FILTER_NAMES) wanted[name] = list[name].slice(0, QUERY_MAX_LENGTH).trim();
  const filters = FILTER_NAMES.flatMap((name) => createFilter(name, all, wanted));
  const found = searchJobs(jobs, wanted, language);
  const pages = Math.max(1, Math.ceil(found.length / JOBS_PER_PAGE));
  const page = Math.min(list.page, pages);
  const shown = found
    .slice((page - 1) * JOBS_PER_PAGE, page * JOBS_PER_PAGE)
    .map(createJobFormatter(company, language, Date.now()));
  const grouped = isGrouped(jobs, all);
  const pageHref = (number: number) =>
    links.keepParameters(listHref(path, { ...wanted, page: number }));
  return {
    language,
    texts: company.texts,
    /** BCP 47 tag of the company's texts, if their language is not the page's. */
    partLanguage: partLanguage(company.languageDefault, language),
    href: links.keepParameters(path),
    requestedLanguage: requestedLanguage(url, links.languages),
    source: links.source,
    query: wanted.query,
    filters,
    isSearching: isSearching(wanted),
    /** The searched words and filter labels. */
    searched: [wanted.query.trim(), ...filters.map(({ chosen }) => chosen)].filter(Boolean),
    hasJobs: jobs.length > 0,
    /** Whether all jobs of the company are on this page. */
    isComplete: found.length === jobs.length && pages === 1,
    found: found.length,
    page: {
      number: page,
      of: pages,
      previousHref: page > 1 ? pageHref(page - 1) : undefined,
      nextHref: page < pages ? pageHref(page + 1) : undefined,
    },
    description: company.description,
    sections: renderSections(company.sections),
    image: company.mainImage,
    favicon: company.favicon,
    customJs: mayRunScript(company.uuid) ? company.js : "",
    grouped,
    columns: getColumns(jobs, language, company.country),
    jobs: shown.map((job) => ({ ...job, href: links.keepParameters(job.path) })),
    company: { ...createShell(company, language, links), social: company.socialLinks },
  };
}

export type CareerSiteView = ReturnType<typeof careerSiteView>;

/**
 * Creates a filter if there are several values or a value is selected. Includes a selected value that no job has,
 * so that the form shows the search.
 */
function createFilter(name: FilterName, all: Filters, wanted: JobSearch) {
  const key = foldText(wanted[name]);
  const known = all[name].find((value) => value.key === key);
  const isKnown = key === "" || known !== undefined;
  const values = isKnown
    ? all[name]
    : [...all[name], { key, value: wanted[name], label: wanted[name], count: 0 }];
  if (values.length < 2 && key === "") return [];
  const value = known?.value ?? wanted[name];
  return [{ name, values, value, chosen: known?.label ?? value }];
}

/** Formats a job in a language. @param now ms since 1970 */
function describeJob(job: Job, { code, country }: ListCompany, language: Language, now: number) {
  const t = messagesFor(language);
  const { uuid, name, location, contractType, department, joinDate, workplace } = job;
  const words = formatWorkplace(job, language);
  const closing =
    job.closesAt && describeClosing(job.closesAt, language, job.country ?? country, now);
  return {
    uuid,
    name,
    location,
    contractType,
    department,
    joinDate: joinDate && startDateText(joinDate, language, country),
    /** BCP 47 tag of the job's texts, if known. */
    language: job.language,
    pay: formatPay(job, language),
    workplace,
    /** Undefined for on-site jobs, and if the location already names the workplace. */
    workplaceWords: words && foldText(location ?? "").includes(foldText(words)) ? undefined : words,
    closes:
      closing && closing.left && closing.days <= SOON_DAYS
        ? fill(t["facts.closes_in"], { when: closing.left })
        : undefined,
    /** The platform's URL, or the path of our page. */
    path: job.applyUrl ?? positionPath(code, name, uuid),
  };
}

type ListCompany = Pick<CareerSite["company"], "code" | "country">;

/** The last formatted version of each job. An unchanged list keeps its job objects. */
const lastDescriptions = new WeakMap<Job, { key: string; shown: ReturnType<typeof describeJob> }>();

/** A quarter of an hour, in ms. In every time zone, days begin on a multiple of it. */
const QUARTER_OF_AN_HOUR = 15 * 60 * 1000;

/** Creates a cached version of `describeJob` for a company's jobs. */
function createJobFormatter(company: ListCompany, language: Language, now: number) {
  const quarter = Math.floor(now / QUARTER_OF_AN_HOUR);
  const key = JSON.stringify([company.code, company.country, language, quarter]);
  return (job: Job) => {
    const last = lastDescriptions.get(job);
    if (last?.key === key) return last.shown;
    const shown = describeJob(job, company, language, now);
    lastDescriptions.set(job, { key, shown });
    return shown;
  };
}
