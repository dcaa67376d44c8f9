import { employmentFacts } from "../employment";
import { escapeHtml, plainText } from "../html";
import { payFacts, payUnit } from "../pay";
import { joinLocations, parsePlaceNames, placeFacts } from "../places";
import {
  fieldsForMode,
  type Job,
  type JobField,
  type ListedJob,
  type BoardContext,
} from "../system-interface";
import type { Posting } from "./format";
import type { Messages } from "./messages";
import type { LeverBoard } from "./settings";

export function toListedJob(
  posting: Posting,
  { board, company }: BoardContext<LeverBoard>,
): ListedJob {
  const { id, text, categories, country, createdAt, workplaceType } = posting;
  const names = getPlaceNames(posting);
  const { workplace, places } = parsePlaceNames(names, (name) =>
    // The posting's country applies only to its main place.
    name === names[0] ? country : undefined,
  );
  return {
    externalId: id,
    name: text,
    location: joinLocations(names),
    ...placeFacts(workplaceType ?? workplace, places),
    department: categories?.department ?? categories?.team,
    ...employmentFacts([categories?.commitment], company.language_default),
    published_at: createdAt === undefined ? undefined : new Date(createdAt).toISOString(),
    language: board.language,
  };
}

/** Returns the names of all places, main place first. */
const getPlaceNames = ({ categories }: Posting): string[] => [
  ...new Set([categories?.location ?? [], categories?.allLocations ?? []].flat()),
];

/** Converts a posting to a job with the form from the company's folder. */
export function toJob(
  posting: Posting,
  context: BoardContext<LeverBoard>,
  messages: Messages,
): Job {
  const { board } = context;
  return {
    ...toListedJob(posting, context),
    description: createDescription(posting),
    ...getPay(posting),
    apply_url: posting.applyUrl ?? posting.hostedUrl,
    talks_back: !board.silent,
    takes: ["source"],
    fields: createFields(posting, context, messages),
    standard: { phone: board.asks.phone, cv: board.asks.resume },
  };
}

function getPay({ salaryRange, salaryDescription = "", ...posting }: Posting) {
  const { currency, interval, min, max } = salaryRange ?? {};
  const unit = payUnit(interval);
  // Other intervals, such as `bi-week-salary` and `one-time`, have no unit in the contract.
  const other = unit === undefined && (min ?? max) !== undefined ? interval : undefined;
  const { salaryDescriptionPlain: words = plainText(salaryDescription) } = posting;
  return payFacts(
    { min, max, currency, unit },
    [other?.replaceAll("-", " "), words].filter(Boolean).join(" – "),
  );
}

/** Joins a posting's texts in the order of Lever's page. */
function createDescription({ description = "", lists, additional = "" }: Posting): string {
  const parts = lists.map(({ text, content = "" }) => {
    const heading = text === undefined ? "" : `<h3>${escapeHtml(text)}</h3>`;
    return /<li[\s>]/i.test(content) ? `${heading}<ul>${content}</ul>` : heading + content;
  });
  return [description, ...parts, additional].filter((part) => part !== "").join("\n");
}

export const linkId = (name: string) =>
  name.toLowerCase() === "linkedin" ? "linkedin" : `url_${name.replace(/[^A-Za-z0-9]/g, "_")}`;

function createFields(
  posting: Posting,
  { board, company }: BoardContext<LeverBoard>,
  messages: Messages,
): JobField[] {
  const { org, comments, urls, marketing, store } = board.asks;
  const places = [...new Set(posting.categories?.allLocations)];
  const questions = board.required_questions ?? "none";
  const hasRequiredQuestions =
    questions === "all" || (questions !== "none" && questions.includes(posting.id));
  return [
    { id: "email", kind: "email", required: true },
    ...fieldsForMode(places.length > 1 ? "optional" : "off", {
      id: "opportunity_location",
      kind: "one_of",
      label: messages.place,
      options: places.map((value) => ({ value, label: value })),
    }),
    ...fieldsForMode(org, { id: "org", kind: "text", label: messages.org }),
    ...Object.entries(urls).flatMap(([name, mode]) =>
      fieldsForMode(mode, { id: linkId(name), kind: "url", label: name }),
    ),
    ...fieldsForMode(comments, { id: "cover_letter", kind: "long_text" }),
    ...fieldsForMode(store, {
      id: "consent_store",
      kind: "consent",
      label: messages.consent(company.name),
    }),
    ...fieldsForMode(marketing, {
      id: "consent_marketing",
      kind: "consent",
      label: messages.contact(company.name),
    }),
    ...fieldsForMode(hasRequiredQuestions ? "required" : "off", {
      id: "questions",
      kind: "lever:questions",
      label: "questions",
    }),
  ];
}
