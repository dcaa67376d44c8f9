import { languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { attribute, escaped } from "../ui/page/markup";
import type { CareerSiteView } from "./career-site-view.server";

type RowsView = Pick<CareerSiteView, "language" | "partLanguage"> & {
  jobs: readonly Omit<CareerSiteView["jobs"][number], "uuid" | "path">[];
};

/**
 * The rows of a list of jobs as HTML. There are up to a hundred on a page, and nothing in them needs
 * React, which takes several times as long.
 */
export function jobRows({ jobs, language, partLanguage }: RowsView): string {
  const joins = messagesFor(language)["career.join_date"];
  const pageTag = languageTag(language);
  return jobs
    .map((job) => {
      // What is said in the page's language, within a company's own texts.
      const lang = (partLanguage ?? job.language) && pageTag;
      const facts = [
        fact("job-location", job.location),
        fact("job-contract", job.contractType),
        fact("job-department", job.department),
        fact("job-date", job.joinDate && `${joins}: ${job.joinDate}`, lang),
        ...(job.pay ? [fact("job-pay", job.pay, lang)] : []),
        ...(job.workplace ? [fact("job-workplace", job.workplace, lang)] : []),
        ...(job.closes ? [fact("job-closes", job.closes, lang)] : []),
      ];
      const link = `<a href="${escaped(job.href)}" dir="auto">${escaped(job.name)}</a>`;
      return `<li class="job"${attribute("lang", job.language)}>${link}<p class="job-facts">${facts.join(" ")}</p></li>`;
    })
    .join("");
}

const fact = (name: string, text: string | undefined, lang?: string): string =>
  text ? `<span class="${name}"${attribute("lang", lang)}>${escaped(text)}</span>` : "";
