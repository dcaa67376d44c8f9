import { employmentFacts } from "../employment";
import { foldText } from "~/contract/fold-text";
import { escapeHtml, plainText } from "../html";
import { payFacts, payUnit } from "../pay";
import { joinLocations, parsePlaceNames, placeFacts } from "../places";
import {
  boardLanguage,
  fieldsForMode,
  primaryLanguage,
  type Job,
  type JobField,
  type ListedJob,
  type BoardContext,
} from "../system-interface";
import { CONTACT, type Position } from "./feed";
import { messagesFor, type Messages } from "./messages";
import type { PersonioBoard } from "./settings";

/** File types that Personio accepts. */
const ACCEPTED: Job["cv_accept"] = ["pdf", "doc", "docx", "odt", "rtf", "txt", "jpg", "png", "zip"];
const FILE_BYTES = 20 * 1024 * 1024;

/** A position with the language tag of its texts, if it has any. */
export type TranslatedPosition = Position & { language: string | undefined };

export function toListedJob(
  position: TranslatedPosition,
  { board, company }: BoardContext<PersonioBoard>,
): ListedJob {
  const { workplace, places } = parsePlaceNames(position.offices, (name) => board.countries[name]);
  const created = Date.parse(position.createdAt ?? "");
  const { subcompany = company.name } = position;
  return {
    externalId: position.id,
    name: position.name,
    location: joinLocations(position.offices),
    ...placeFacts(workplace, places),
    department: position.department,
    ...employmentFacts([position.schedule, position.employmentType], company.language_default),
    published_at: Number.isNaN(created) ? undefined : new Date(created).toISOString(),
    language: position.language,
    employer: foldText(subcompany) === foldText(company.name) ? undefined : subcompany,
  };
}

/** Converts a position to a job with the form from the company's folder. */
export function toJob(position: TranslatedPosition, context: BoardContext<PersonioBoard>): Job {
  const { board, company } = context;
  const { language = boardLanguage(context), salary } = position;
  const messages = messagesFor(company.language_default);
  const { notices = [], ...pay } = payFacts({
    ...salary,
    currency: salary.currencyCode,
    unit: payUnit(salary.type),
  });
  return {
    ...toListedJob(position, context),
    description: createDescription(position),
    ...pay,
    notices: [...contactNotices(position, messages), ...notices],
    apply_url: `${siteUrl(board)}/job/${position.id}?language=${primaryLanguage(language)}`,
    fields: createFields(board, messages),
    standard: { phone: board.asks.phone, cv: board.asks.cv },
    cv_accept: ACCEPTED,
    cv_max_bytes: FILE_BYTES,
  };
}

/**
 * Joins a position's texts under their names. A name in capitals, such as `CONTACT_PERSON`, is a code and is left out.
 */
const createDescription = ({ descriptions }: Position): string =>
  descriptions
    .filter(({ name, value }) => name !== CONTACT && value !== "")
    .map(({ name, value }) =>
      name === undefined || /^[A-Z]+(_[A-Z]+)+$/.test(name)
        ? value
        : `<h3>${escapeHtml(name)}</h3>${value}`,
    )
    .join("\n");

const contactNotices = (
  { descriptions }: Position,
  { contact }: Messages,
): NonNullable<Job["notices"]> =>
  descriptions
    .filter(({ name }) => name === CONTACT)
    .map(({ value }) => plainText(value))
    .flatMap((text) => (text === "" ? [] : { kind: "contact", text: contact(text) }));

export const siteUrl = ({ address, board, domain }: PersonioBoard) =>
  address ?? `https://${board}.jobs.personio.${domain}`;

export const fileId = (category: string) => `file_${category}`;

function createFields({ asks }: PersonioBoard, messages: Messages): JobField[] {
  return [
    { id: "email", kind: "email", required: true },
    ...asks.attributes
      .filter(({ id }) => id !== "gender")
      .map((attribute) => attributeField(attribute, messages)),
    ...fieldsForMode(asks.message, { id: "cover_letter", kind: "long_text" }),
    ...asks.files.map(({ category, label = messages.files[category], required }): JobField => ({
      id: fileId(category),
      kind: "file",
      label,
      required,
      accept: ACCEPTED,
      max: FILE_BYTES,
    })),
    // Put voluntary questions last.
    ...asks.attributes
      .filter(({ id }) => id === "gender")
      .map(({ label }) => genderField(label, messages)),
  ];
}

function attributeField(
  { id, kind, label, hint, required, options = [] }: PersonioBoard["asks"]["attributes"][number],
  messages: Messages,
): JobField {
  const labels: Record<string, string> = {
    available_from: messages.availableFrom,
    salary_expectations: messages.salaryExpectations,
  };
  // The contract has its own label for `location`.
  const field = { id, label: label ?? labels[id], hint, required };
  return kind === "one_of"
    ? { ...field, kind, options: options.map((value) => ({ value, label: value })) }
    : { ...field, kind };
}

const genderField = (label: string | undefined, messages: Messages): JobField => ({
  id: "gender",
  kind: "one_of",
  label: label ?? messages.gender,
  section: "voluntary",
  required: false,
  options: Object.entries(messages.genders).map(([value, label]) => ({ value, label })),
});
