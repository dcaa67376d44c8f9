import type { RecruiteeBoard } from "./settings.mjs";
import { plainText } from "../html";
import type { Messages } from "../messages";
import type { Field, Job, ListedJob } from "../system";
import type { Offer, Question } from "./format";

/** Whether anybody may see an offer. */
export const isPublished = ({ status }: Pick<Offer, "status">) =>
  status === undefined || status === "published";

/** The id of a question's field. */
export const questionId = (id: string) => `question_${id}`;

/** What the list says of a job. */
export function listedJob(offer: Offer): ListedJob {
  const place = offer.location ?? [offer.city, offer.country].filter(Boolean).join(", ");
  return {
    there: offer.id,
    name: offer.title,
    location: place === "" ? undefined : place,
    department: offer.department,
    contract_type: offer.employment_type_code?.replace(/_/g, " "),
    published_at: dateOf(offer.published_at),
  };
}

/** A job with its form. */
export function jobOf(
  offer: Offer & { language?: string },
  board: RecruiteeBoard,
  language: string,
  messages: Messages,
): Job {
  const pay = payOf(offer.salary, language);
  const url = offer.careers_apply_url ?? offer.careers_url;
  return {
    ...listedJob(offer),
    handle: offer.slug,
    description: [offer.description, offer.requirements].filter(Boolean).join("\n"),
    country: offer.country_code?.toLowerCase(),
    closes_at: dateOf(offer.close_at),
    workplace: workplaceOf(offer),
    salary: pay?.text,
    pay,
    language: offer.language,
    apply_url: url,
    // Recruitee sends the company's confirmation to each candidate.
    talks_back: true,
    takes: ["source"],
    fields: fieldsOf(offer, board, messages),
    standard: { phone: offer.options_phone, cv: offer.options_cv },
  };
}

/** Recruitee writes `2026-10-01 09:00:00 UTC`. */
function dateOf(text: string | undefined): string | undefined {
  const iso = text?.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC$/, "$1T$2Z");
  return iso !== undefined && /^\d{4}-\d{2}-\d{2}/.test(iso) && !Number.isNaN(Date.parse(iso))
    ? iso
    : undefined;
}

function workplaceOf({ remote, hybrid, on_site }: Offer): Job["workplace"] {
  if (hybrid === true) return "hybrid";
  if (remote === true) return on_site === true ? "hybrid" : "remote";
  return on_site === true ? "onsite" : undefined;
}

/** What is published of the pay; nothing where an amount or its currency is missing. */
function payOf(salary: Offer["salary"], language: string): Job["pay"] {
  const { min, max, currency, period } = salary ?? {};
  const amounts = [min, max].filter((one) => one !== undefined && one > 0);
  if (currency === undefined || amounts.length === 0) return undefined;
  const money = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  });
  const range = [...new Set(amounts)].map((one) => money.format(one ?? 0)).join(" – ");
  return {
    ...(min !== undefined && min > 0 && { min }),
    ...(max !== undefined && max > 0 && { max }),
    currency: currency.toUpperCase(),
    ...(period !== undefined && { unit: period.toUpperCase() }),
    text: period === undefined ? range : `${range} / ${period}`,
  };
}

function fieldsOf(offer: Offer, board: RecruiteeBoard, messages: Messages): Field[] {
  const { options_cover_letter: letter, options_photo: photo } = offer;
  const required = letter === "required";
  const asksPlace =
    offer.locations_question_required === true && (offer.locations ?? []).length > 1;
  const questions = offer.open_questions.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return [
    { id: "email", kind: "email", required: true },
    ...(letter === "off"
      ? []
      : board.cover_letter === "text"
        ? [{ id: "cover_letter", kind: "long_text", required }]
        : [{ id: "cover_letter", kind: "file", required }]),
    ...(photo === "off"
      ? []
      : [
          {
            id: "photo",
            kind: "file",
            label: messages.photo,
            required: photo === "required",
            accept: ["jpg", "jpeg", "png"],
          },
        ]),
    ...questions.map(fieldOf),
    // Which of several places one wants: no parameter for it is documented.
    ...(asksPlace
      ? [{ id: "location", kind: "recruitee_location", label: "location", required: true }]
      : []),
  ];
}

function fieldOf(question: Question): Field {
  const { id, kind, body, required, options, open_question_options } = question;
  const max = options?.length;
  const field = {
    id: questionId(id),
    label: body === undefined ? undefined : plainText(body),
    required: required === true,
  };
  const choices = open_question_options.map((one) => ({ value: one.id, label: one.body }));
  switch (kind) {
    case "string":
      return { ...field, kind: "text", ...(max !== undefined && { max }) };
    case "text":
      return { ...field, kind: "long_text", ...(max !== undefined && { max }) };
    case "boolean":
      return { ...field, kind: "yes_no" };
    case "legal":
      return { ...field, kind: "consent" };
    case "single_choice":
      return { ...field, kind: "one_of", options: choices };
    case "multi_choice":
      return { ...field, kind: "some_of", options: choices };
    case "salary":
    case "number":
      return { ...field, kind: "number" };
    case "date":
    case "file":
      return { ...field, kind };
    case "infobox":
      return { ...field, kind: "note", required: false };
    default:
      return { ...field, kind: `recruitee_${kind}` };
  }
}
