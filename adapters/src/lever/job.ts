import { escapeHtml } from "../html";
import type { Messages } from "../messages";
import type { Asked, Field, Job, ListedJob, Place } from "../system";
import type { Posting } from "./format";
import type { LeverBoard } from "./settings.mjs";

/** What the list says of a posting. */
export function listedJob({ id, text, categories, createdAt }: Posting): ListedJob {
  return {
    there: id,
    name: text,
    location: categories?.location,
    department: categories?.department ?? categories?.team,
    contract_type: categories?.commitment,
    published_at: createdAt === undefined ? undefined : new Date(createdAt).toISOString(),
  };
}

/** A posting with the form that the company's folder asks for. */
export function jobOf(posting: Posting, place: Place<LeverBoard>, messages: Messages): Job {
  const { board, company } = place;
  const pay = payOf(posting, company.language_default);
  return {
    ...listedJob(posting),
    description: descriptionOf(posting),
    country: posting.country?.toLowerCase(),
    workplace: posting.workplaceType === "on-site" ? "onsite" : posting.workplaceType,
    salary: pay?.text,
    pay,
    apply_url: posting.applyUrl ?? posting.hostedUrl,
    talks_back: !board.silent,
    takes: ["source"],
    fields: fieldsOf(posting, place, messages),
    standard: { phone: board.asks.phone, cv: board.asks.resume },
  };
}

/** Opening and body, the lists under their headings, and what closes it, as Lever's own page has them. */
function descriptionOf({ description = "", lists = [], additional = "" }: Posting): string {
  const parts = lists.map(({ text, content = "" }) => {
    const heading = text === undefined ? "" : `<h3>${escapeHtml(text)}</h3>`;
    return /<li[\s>]/i.test(content) ? `${heading}<ul>${content}</ul>` : heading + content;
  });
  return [description, ...parts, additional].filter((part) => part !== "").join("\n");
}

const UNITS: Record<string, string> = {
  "per-year-salary": "YEAR",
  "per-month-salary": "MONTH",
  "per-week-salary": "WEEK",
  "per-day-wage": "DAY",
  "per-hour-wage": "HOUR",
};

/** What is published of the pay. How Lever writes an interval is not documented: an unknown one is none. */
function payOf(posting: Posting, language: string): Job["pay"] {
  const { salaryRange: { currency, interval = "", min, max } = {}, salaryDescriptionPlain: said } =
    posting;
  const amounts = [min, max].filter((one) => one !== undefined);
  if (currency === undefined || amounts.length === 0) return said ? { text: said } : undefined;
  const unit = UNITS[interval];
  const money = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  });
  const range = [...new Set(amounts)].map((one) => money.format(one)).join(" – ");
  const text = unit === undefined ? range : `${range} / ${unit.toLowerCase()}`;
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    currency: currency.toUpperCase(),
    ...(unit !== undefined && { unit }),
    text: said === undefined ? text : `${text}. ${said}`,
  };
}

/** The id of the field of a link. */
export const linkId = (name: string) =>
  name.toLowerCase() === "linkedin" ? "linkedin" : `url_${name.replace(/[^A-Za-z0-9]/g, "_")}`;

function fieldsOf(
  { id, categories }: Posting,
  { board, company }: Place<LeverBoard>,
  messages: Messages,
): Field[] {
  const { org, comments, urls, marketing, store } = board.asks;
  const asked = (how: Asked, field: Omit<Field, "required">): Field[] =>
    how === "off" ? [] : [{ ...field, required: how === "required" }];
  const places = [...new Set(categories?.allLocations)];
  const questions = board.required_questions ?? "none";
  const isElsewhere = questions === "all" || (questions !== "none" && questions.includes(id));
  return [
    { id: "email", kind: "email", required: true },
    ...asked(places.length > 1 ? "optional" : "off", {
      id: "opportunity_location",
      kind: "one_of",
      label: messages.place,
      options: places.map((value) => ({ value, label: value })),
    }),
    ...asked(org, { id: "org", kind: "text", label: messages.org }),
    ...Object.entries(urls).flatMap(([name, how]) =>
      asked(how, { id: linkId(name), kind: "url", label: name }),
    ),
    ...asked(comments, { id: "cover_letter", kind: "long_text" }),
    ...asked(store, {
      id: "consent_store",
      kind: "consent",
      label: messages.consent(company.name),
    }),
    ...asked(marketing, {
      id: "consent_marketing",
      kind: "consent",
      label: messages.contact(company.name),
    }),
    ...asked(isElsewhere ? "required" : "off", {
      id: "questions",
      kind: "lever_questions",
      label: "questions",
    }),
  ];
}
