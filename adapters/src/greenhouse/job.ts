import { removeDiv, unescapeHtml } from "../html";
import { payFacts } from "../pay";
import {
  describesPlace,
  joinLocations,
  MAX_PLACES,
  placeFacts,
  parsePlace,
  parsePlaces,
  parseWorkplace,
} from "../places";
import { employmentFacts } from "../employment";
import type { Job, ListedJob, BoardContext } from "../system-interface";
import type { GreenhouseBoard } from "./settings";
import { toForm, htmlToText } from "./form";
import type { JobResponse, Listed } from "./format";
import type { Messages } from "./messages";

/** Whether a post is a job rather than a prospect post. */
export const isJob = ({ internal_job_id }: Pick<Listed, "internal_job_id">) =>
  internal_job_id !== null;

export function toListedJob(
  job: Listed,
  { board, company }: BoardContext<GreenhouseBoard>,
): ListedJob {
  return {
    externalId: job.id,
    name: job.title,
    ...locationFacts(job, readField(job, board.workplace_from)),
    department: job.departments.map(({ name }) => name).find((name) => name !== undefined),
    ...employmentFacts(readField(job, board.contract_type_from), company.language_default),
    // Not `updated_at`, which changes with every edit.
    published_at: job.first_published,
    language: job.language ?? board.language,
  };
}

/**
 * Combines the places in a job's location text with the offices that match the text.
 *
 * @param workplaces the values of the custom field with the workplace
 */
function locationFacts({ location, offices }: Listed, workplaces: readonly string[]) {
  const { name } = location ?? {};
  const parsed = parsePlaces(name ?? "");
  const [only, ...more] = workplaces.map(parseWorkplace);
  const workplace = (more.length === 0 ? only : undefined) ?? parsed.workplace;
  const { places } = parsed;
  const officePlaces = offices
    .slice(0, MAX_PLACES)
    .flatMap((office) => parsePlace(office.location ?? office.name ?? "") ?? [])
    .filter((place) => describesPlace(name ?? "", place))
    // Drop an office whose place is already listed, even if the region is written differently (`NY`, `New York`).
    .filter(
      ({ city, country }) =>
        !places.some((place) => place.region && place.city === city && place.country === country),
    );
  const facts = placeFacts(workplace, [...places, ...officePlaces]);
  const cities = facts.places?.flatMap(({ city }) => city ?? []) ?? [];
  const others = cities.length > 1 ? cities.filter((city) => name?.includes(city) !== true) : [];
  // Some boards write `Hybrid` as the location, and the towns as offices.
  const isWorkplaceOnly = name !== undefined && parseWorkplace(name) !== undefined;
  const names = isWorkplaceOnly ? officeNames(offices) : [name, ...others];
  return { location: joinLocations(names), ...facts };
}

/** Returns the names of offices, without groups of other offices in the list. */
const officeNames = (offices: Listed["offices"]) =>
  offices
    .filter(
      ({ child_ids }) => !offices.some(({ id }) => id !== undefined && child_ids.includes(id)),
    )
    .map(({ name }) => name);

export function toJob(
  job: JobResponse,
  context: BoardContext<GreenhouseBoard>,
  messages: Messages,
): Job {
  const { company, board } = context;
  const { pay, notices = [] } = getPay(job, company.language_default);
  return {
    ...toListedJob(job, context),
    description: withoutRepeatedPay(unescapeHtml(job.content ?? ""), job),
    closes_at: job.application_deadline,
    pay,
    notices: [...aiNotice(job), ...notices],
    apply_url: job.absolute_url,
    takes: ["source"],
    ...toForm(job, { name: company.name, leaveOut: board.leave_out }, messages),
  };
}

/** Returns the values of the custom field called `name`. */
function readField({ metadata }: Pick<Listed, "metadata">, name: string | undefined): string[] {
  const value = name && metadata.find((field) => field.name === name)?.value;
  return (Array.isArray(value) ? value : [value]).filter(
    (text): text is string => typeof text === "string" && text.trim() !== "",
  );
}

/** Removes the part of a description that repeats the pay. */
const withoutRepeatedPay = (html: string, { pay_input_ranges }: JobResponse) =>
  pay_input_ranges.length === 0 ? html : removeDiv(html, "content-pay-transparency");

/** Returns the published pay. Several ranges, such as one per place, are returned as text. */
function getPay(
  { pay_input_ranges: ranges }: JobResponse,
  language: string,
): ReturnType<typeof payFacts> {
  const [only, ...others] = ranges;
  const cents = (amount: number | undefined) => (amount === undefined ? amount : amount / 100);
  const { pay, notices = [] } =
    only && others.length === 0
      ? payFacts(
          {
            min: cents(only.min_cents),
            max: cents(only.max_cents),
            currency: only.currency_type,
          },
          // The title describes the range, such as `Hourly rate, Berlin`.
          only.title,
        )
      : payFacts({}, ranges.flatMap((range) => formatAmount(range, language) ?? []).join("; "));
  const blurbs = new Set(ranges.flatMap(({ blurb }) => (blurb ? htmlToText(blurb) : [])));
  const blurbNotices = [...blurbs].map((text) => ({ kind: "pay", text }));
  return { pay, notices: [...notices, ...blurbNotices] };
}

function formatAmount(
  { min_cents, max_cents, currency_type, title }: JobResponse["pay_input_ranges"][number],
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
  const amount = [...new Set(amounts)].join(" – ");
  return amount === "" || title === undefined ? amount || undefined : `${title}: ${amount}`;
}

function aiNotice(job: JobResponse): NonNullable<Job["notices"]> {
  if (job.include_ai_disclaimer !== true || job.ai_disclaimer === undefined) return [];
  const url = job.ai_opt_out_request_url;
  return [{ kind: "ai", text: htmlToText(job.ai_disclaimer), ...(url !== undefined && { url }) }];
}
