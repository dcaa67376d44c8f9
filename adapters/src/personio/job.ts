import { employmentFacts } from "../employment";
import { escapeHtml } from "../html";
import { joinLocations, parsePlaceNames, placeFacts } from "../places";
import {
  fieldsForMode,
  type Job,
  type JobField,
  type ListedJob,
  type BoardContext,
} from "../system-interface";
import type { Position } from "./feed";
import { messagesFor, type Messages } from "./messages";
import type { PersonioBoard } from "./settings";

/** File types that Personio accepts. */
const ACCEPTED: Job["cv_accept"] = ["pdf", "doc", "docx", "odt", "rtf", "txt", "jpg", "png", "zip"];
const FILE_BYTES = 20 * 1024 * 1024;

export function toListedJob(
  position: Position,
  { board, company }: BoardContext<PersonioBoard>,
): ListedJob {
  const { workplace, places } = parsePlaceNames(position.offices, (name) => board.countries[name]);
  const created = Date.parse(position.createdAt ?? "");
  return {
    externalId: position.id,
    name: position.name,
    location: joinLocations(position.offices),
    ...placeFacts(workplace, places),
    department: position.department,
    contract_type: employmentFacts(
      [position.schedule, position.employmentType],
      company.language_default,
    ).contract_type,
    published_at: Number.isNaN(created) ? undefined : new Date(created).toISOString(),
  };
}

/** Converts a position to a job with the form from the company's folder. */
export function toJob(position: Position, context: BoardContext<PersonioBoard>): Job {
  const { board, company } = context;
  const { language_default: language } = company;
  return {
    ...toListedJob(position, context),
    description: position.descriptions
      .map(({ name, value }) => (name === undefined ? "" : `<h3>${escapeHtml(name)}</h3>`) + value)
      .join("\n"),
    language: language.slice(0, 2),
    apply_url: `${siteUrl(board)}/job/${position.id}?language=${language.slice(0, 2)}`,
    fields: createFields(board, messagesFor(language)),
    standard: { phone: board.asks.phone, cv: board.asks.cv },
    cv_accept: ACCEPTED,
    cv_max_bytes: FILE_BYTES,
  };
}

export const siteUrl = ({ address, board, domain }: PersonioBoard) =>
  address ?? `https://${board}.jobs.personio.${domain}`;

export const fileId = (category: string) => `file_${category}`;

function createFields({ asks }: PersonioBoard, messages: Messages): JobField[] {
  return [
    { id: "email", kind: "email", required: true },
    ...asks.attributes
      .filter(({ id }) => id !== "gender")
      .map((one) => attributeField(one, messages)),
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
  const own: Record<string, string> = {
    available_from: messages.availableFrom,
    salary_expectations: messages.salaryExpectations,
  };
  // The contract has its own label for `location`.
  const field = { id, label: label ?? own[id], hint, required };
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
