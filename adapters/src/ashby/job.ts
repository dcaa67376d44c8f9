import type { Language } from "../../../contract/languages";
import { employmentFacts } from "../employment";
import { plainText } from "../html";
import { payFacts } from "../pay";
import type { Job, ListedJob } from "../system-interface";
import { toForm } from "./form";
import type { Info, Posting } from "./format";
import { messagesFor } from "./messages";
import { locationFacts } from "./place";

export function toListedJob(posting: Posting, language: Language): ListedJob {
  return {
    externalId: posting.id,
    name: posting.title,
    ...locationFacts(posting),
    department: posting.department,
    contract_type: employmentFacts([posting.employmentType], language).contract_type,
    published_at: posting.publishedAt,
  };
}

/**
 * Converts a posting to a job with its form.
 *
 * @param info the form, or undefined if the company has no key. Without a form, candidates apply on Ashby's page.
 */
export function toJob(posting: Posting, info: Info | undefined, language: Language): Job {
  const { pay, notices = [] } = getPay(posting);
  return {
    ...toListedJob(posting, language),
    description: posting.descriptionHtml ?? "",
    closes_at: info?.applicationDeadline,
    ...employmentFacts([posting.employmentType], language),
    pay,
    notices: [...limitNotice(info?.applicationLimitCalloutHtml), ...notices],
    apply_url: posting.applyUrl ?? posting.jobUrl,
    takes: ["source"],
    ...(info ? toForm(info, messagesFor(language)) : unknownForm),
  };
}

/** A required field of an unsupported kind sends candidates to Ashby's page. */
const unknownForm = {
  fields: [{ id: "the-form-needs-the-key", kind: "ashby:form", label: "form", required: true }],
  standard: { phone: "optional", cv: "optional" },
} satisfies Partial<Job>;

/** Returns the published pay. Only a single salary is returned as numbers. */
function getPay(posting: Posting): Pick<Job, "pay" | "notices"> {
  const { compensationTierSummary: text, summaryComponents = [] } = posting.compensation ?? {};
  if (posting.shouldDisplayCompensationOnJobPostings !== true || text === undefined) return {};
  const [first, ...others] = summaryComponents;
  const isOne = !others.some(({ compensationType }) => compensationType === "Salary");
  if (first?.compensationType !== "Salary" || !isOne) return payFacts({}, text);
  const { minValue: min, maxValue: max, currencyCode: currency } = first;
  const unit = /^1 (HOUR|DAY|WEEK|MONTH|YEAR)$/.exec(first.interval ?? "")?.[1];
  if (unit === undefined || currency === undefined || (min ?? max) === undefined)
    return payFacts({}, text);
  // The summary's first item repeats the salary.
  return payFacts({ min, max, currency, unit }, text.split(" • ").slice(1).join(" • "));
}

/** Creates a notice about the company's limit on applications. */
function limitNotice(html: string | undefined): NonNullable<Job["notices"]> {
  const text = html === undefined ? "" : plainText(html);
  return text === "" ? [] : [{ kind: "limit", text }];
}
