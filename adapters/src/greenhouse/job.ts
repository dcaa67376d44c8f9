import { plainText, unescapeOnce } from "../html";
import type { Messages } from "../messages";
import type { Job, ListedJob, Place } from "../system";
import type { GreenhouseBoard } from "./settings.mjs";
import { formOf } from "./form";
import type { JobAnswer, Listed } from "./format";

/** Whether a post is a job: a prospect post has no job behind it. */
export const isJob = ({ internal_job_id }: Pick<Listed, "internal_job_id">) =>
  internal_job_id !== null;

/** What the list says of a job. */
export function listedJob(job: Listed, { board }: Place<GreenhouseBoard>): ListedJob {
  return {
    there: job.id,
    name: job.title,
    location: job.location?.name,
    department: job.departments.map(({ name }) => name).find((name) => name !== undefined),
    contract_type: contractType(job, board.contract_type_from),
    // Not `updated_at`: that says when somebody mended a comma.
    published_at: isDate(job.first_published) ? job.first_published : undefined,
  };
}

/** A job with its form. */
export function jobOf(job: JobAnswer, place: Place<GreenhouseBoard>, messages: Messages): Job {
  const { company, board } = place;
  const pay = payOf(job, company.language_default);
  return {
    ...listedJob(job, place),
    description: unescapeOnce(job.content ?? ""),
    closes_at: isDate(job.application_deadline) ? job.application_deadline : undefined,
    salary: pay?.text,
    pay,
    language: job.language,
    identifier: job.requisition_id,
    notices: noticesOf(job),
    apply_url: job.absolute_url,
    takes: ["source"],
    ...formOf(job, { name: company.name, leaveOut: board.leave_out }, messages),
  };
}

const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text));

/** The value of the job's own field that the company's folder names. */
function contractType({ metadata }: Pick<Listed, "metadata">, name: string | undefined) {
  const value = name && metadata.find((one) => one.name === name)?.value;
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === "string" && one.trim() !== "",
  );
  return texts.length > 0 ? texts.join(", ") : undefined;
}

/** What is published of the pay. A range for each place is only said as text. */
function payOf({ pay_input_ranges: ranges }: JobAnswer, language: string): Job["pay"] {
  const texts = ranges.flatMap((range) => {
    const amount = amountOf(range, language);
    if (amount === undefined) return [];
    return [range.title === undefined ? amount : `${range.title}: ${amount}`];
  });
  if (texts.length === 0) return undefined;
  const text = texts.join("; ");
  const [only, ...others] = ranges;
  if (!only || others.length > 0 || only.currency_type === undefined) return { text };
  return {
    ...(only.min_cents !== undefined && { min: only.min_cents / 100 }),
    ...(only.max_cents !== undefined && { max: only.max_cents / 100 }),
    currency: only.currency_type.toUpperCase(),
    text,
  };
}

function amountOf(
  { min_cents, max_cents, currency_type }: JobAnswer["pay_input_ranges"][number],
  language: string,
): string | undefined {
  if (currency_type === undefined) return undefined;
  const money = (cents: number) =>
    new Intl.NumberFormat(language, {
      style: "currency",
      currency: currency_type,
      maximumFractionDigits: cents % 100 === 0 ? 0 : 2,
    }).format(cents / 100);
  const amounts = [min_cents, max_cents].filter((cents) => cents !== undefined).map(money);
  return amounts.length > 0 ? [...new Set(amounts)].join(" – ") : undefined;
}

/** What the company must say of software that sorts applications. */
function noticesOf(job: JobAnswer): Job["notices"] {
  if (job.include_ai_disclaimer !== true || job.ai_disclaimer === undefined) return undefined;
  const url = job.ai_opt_out_request_url;
  return [{ kind: "ai", text: plainText(job.ai_disclaimer), ...(url !== undefined && { url }) }];
}
