import { labelSeparator } from "../i18n/fill";
import { foldText } from "~/contract/fold-text";
import { languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { attribute, escapeHtml } from "../ui/page/markup";
import type { CareerSiteView } from "./career-site-view.server";

type RowsView = Pick<CareerSiteView, "language" | "partLanguage" | "columns" | "grouped"> & {
  texts?: CareerSiteView["texts"];
  jobs: readonly Omit<CareerSiteView["jobs"][number], "uuid" | "path">[];
};

/**
 * Renders the rows of a list of jobs, under department headings if they are grouped. Doesn't use React, which
 * takes several times as long for a hundred rows.
 *
 * Every row has the same cells, some empty, so that columns line up (career-site.css).
 */
export function renderJobRows({ jobs, grouped, ...view }: RowsView): string {
  const t = messagesFor(view.language, view.texts);
  const rows = jobs.map((job) => renderRow(job, view, grouped, t["career.join_date"]));
  if (!grouped) return `<ul>${rows.join("")}</ul>`;
  const otherHeading = `<h3${attribute("lang", view.partLanguage && languageTag(view.language))}>${escapeHtml(t["career.other_jobs"])}</h3>`;
  return rows
    .map((row, index) => {
      const { department } = jobs[index] ?? {};
      if (index > 0 && isSameDepartment(department, jobs[index - 1]?.department)) return row;
      const heading = department ? `<h3 dir="auto">${escapeHtml(department)}</h3>` : otherHeading;
      return `${index > 0 ? "</ul></section>" : ""}<section>${heading}<ul>${row}`;
    })
    .concat(rows.length > 0 ? "</ul></section>" : "")
    .join("");
}

const isSameDepartment = (a = "", b = "") => foldText(a) === foldText(b);

function renderRow(
  job: RowsView["jobs"][number],
  { language, partLanguage, columns }: Pick<RowsView, "language" | "partLanguage" | "columns">,
  grouped: boolean,
  dateLabel: string,
): string {
  // Marks text in the page's language within a company's texts.
  const lang = (partLanguage ?? job.language) && languageTag(language);
  const date = job.joinDate
    ? `<span class="job-date"${attribute("lang", lang)}><span>${escapeHtml(dateLabel + labelSeparator(language))}</span>${escapeHtml(job.joinDate)}</span>`
    : EMPTY;
  const cells = [
    renderFact("job-closes", job.closes, lang),
    columns.place &&
      `<span>${renderFact("job-location", job.location)} ${renderFact("job-workplace", job.workplaceWords, lang)}</span>`,
    columns.contract && (renderFact("job-contract", job.contractType) || EMPTY),
    columns.department && (renderFact("job-department", job.department) || EMPTY),
    columns.date && date,
    columns.pay && `<span class="job-end">${renderFact("job-pay", job.pay, lang)}</span>`,
  ].filter(Boolean);
  const data =
    attribute("data-workplace", job.workplace) +
    (grouped ? attribute("data-department", job.department) : "");
  const link = `<a href="${escapeHtml(job.href)}" dir="auto">${escapeHtml(job.name)}</a>`;
  return `<li class="job"${attribute("lang", job.language)}${data}>${link}<p class="job-facts">${cells.join(" ")}</p></li>`;
}

const EMPTY = "<span></span>";

const renderFact = (name: string, text: string | undefined, lang?: string): string =>
  text ? `<span class="${name}"${attribute("lang", lang)}>${escapeHtml(text)}</span>` : "";
