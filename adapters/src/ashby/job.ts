import { employmentFacts } from "../employment";
import { plainText } from "../html";
import { payFacts, payUnit } from "../pay";
import type { BoardContext, Job, ListedJob } from "../system-interface";
import { toForm } from "./form";
import type { Info, Posting } from "./format";
import { messagesFor } from "./messages";
import { locationFacts } from "./place";
import type { AshbyBoard } from "./settings";

export function toListedJob(
  posting: Posting,
  { board, company }: BoardContext<AshbyBoard>,
): ListedJob {
  return {
    externalId: posting.id,
    name: posting.title,
    ...locationFacts(posting),
    department: posting.department,
    ...employmentFacts([posting.employmentType], company.language_default),
    published_at: posting.publishedAt,
    language: board.language,
  };
}

/**
 * Converts a posting to a job with its form.
 *
 * @param info the form, or undefined if the company has no key. Without a form, candidates apply on Ashby's page.
 */
export function toJob(
  posting: Posting,
  info: Info | undefined,
  context: BoardContext<AshbyBoard>,
): Job {
  const { pay, notices = [] } = getPay(posting);
  return {
    ...toListedJob(posting, context),
    description: posting.descriptionHtml ?? "",
    closes_at: info?.applicationDeadline,
    pay,
    notices: [...limitNotice(info?.applicationLimitCalloutHtml), ...notices],
    apply_url: posting.applyUrl ?? posting.jobUrl,
    takes: ["source"],
    ...(info ? toForm(info, messagesFor(context.company.language_default)) : unknownForm),
  };
}

/** A required field of an unsupported kind sends candidates to Ashby's page. */
const unknownForm = {
  fields: [{ id: "the-form-needs-the-key", kind: "ashby:form", label: "form", required: true }],
  standard: { phone: "optional", cv: "optional" },
} satisfies Partial<Job>;

/** Returns the published pay. Only a single salary with a unit is returned as numbers. */
function getPay(posting: Posting): Pick<Job, "pay" | "notices"> {
  if (posting.shouldDisplayCompensationOnJobPostings !== true || !posting.compensation) return {};
  const { compensationTierSummary: text = "", summaryComponents, ...more } = posting.compensation;
  const [salary, ...others] = summaryComponents.filter(
    ({ compensationType }) => compensationType === "Salary",
  );
  const { minValue: min, maxValue: max, currencyCode: currency, interval } = salary ?? {};
  const unit = payUnit(interval);
  const isKnown = unit !== undefined && currency !== undefined && (min ?? max) !== undefined;
  if (!isKnown || others.length > 0) return payFacts({}, text);
  const parts = text.split(" • ");
  const plain = (part: string | undefined) => part?.replace(/[\s–-]+/g, "");
  const repeated = plain(more.scrapeableCompensationSalarySummary ?? parts.find(isAmount));
  const rest = parts.filter((part) => plain(part) !== repeated);
  return payFacts({ min, max, currency, unit }, rest.join(" • "));
}

/** Whether a part of the summary is an amount of money, such as `$80K – $100K per year`. */
const isAmount = (part: string) =>
  /^[^%]*\d[^%]*$/.test(part) && !/equity|bonus|commission/i.test(part);

/** Creates a notice about the company's limit on applications. */
function limitNotice(html: string | undefined): NonNullable<Job["notices"]> {
  const text = html === undefined ? "" : plainText(html);
  return text === "" ? [] : [{ kind: "limit", text }];
}
