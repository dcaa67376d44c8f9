import type { AdminApplication } from "~/contract/admin-applications";
import type { Undelivered, UndeliveredView } from "~/contract/operator";
import { minute } from "../lib/command";

const REASONS: Record<string, string> = {
  "time-out": "the platform did not accept it in time",
  refused: "the platform refused it",
  "answer-lost": "it may have arrived, and RETRY_AMBIGUOUS is off",
  "file-lost": "a stored file is missing or damaged, and the candidate is asked for it",
  "form-damaged": "the stored form is damaged, and the candidate is asked to send it again",
  dropped: "an operator dropped it",
};

/** Replaces control and bidi characters, which could change what a terminal displays. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069]+/gu, " ");

function formatStatus(application: Undelivered | UndeliveredView): string {
  const { state, reason, attempts, lastStatus, dueAt } = application;
  const tries = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  const due = dueAt === null ? "soon" : minute(dueAt);
  const isKept = dueAt !== null && state !== "lost";
  return [
    reason === null ? "" : (REASONS[reason] ?? reason),
    attempts === null ? "" : `${tries}, ${lastStatus ? `last answer ${lastStatus}` : "no answer"}`,
    state === "waiting" ? `next attempt ${due}` : isKept ? `kept until ${due}` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

export const formatEntry = (entry: Undelivered): string[] => [
  `${entry.number}  ${entry.state.padEnd(11)}  sent ${minute(entry.sentAt)}, position ${entry.positionUuid}`,
  `           ${formatStatus(entry)}`,
];

export const formatView = (view: UndeliveredView): string[] =>
  [
    `${view.number}  ${view.state}`,
    `  ${view.position.title} (${view.position.uuid}), ${view.company.name}`,
    `  sent ${minute(view.sentAt)}; ${view.address}`,
    `  ${formatStatus(view)}`,
    ...(view.message === null ? [] : [`  The platform said: ${view.message}`]),
  ].map(printable);

export const formatArrived = ({ number, receipt, cv, files, ...row }: AdminApplication) =>
  [
    `#${number}  ${receipt ?? "no receipt"}  ${minute(row.created_at)}  ${row.company}, ${row.position}`,
    `    ${[`${row.first_name} ${row.last_name}`, row.phone, cv?.name, ...files.map(({ name }) => name)].filter(Boolean).join(", ")}`,
  ].map(printable);

export const formatArrivedDetails = (row: AdminApplication): string[] => [
  ...formatArrived(row),
  ...[
    ...[...row.killer_questions, ...row.open_questions].map((asked) => Object.values(asked)),
    ...row.fields.map(({ label, value }) => [label, formatValue(value)]),
    ...Object.entries(row.source ?? {}),
    ...(row.suspect === null ? [] : [["Suspect:", row.suspect]]),
    ...(row.note === "" ? [] : [["Note:", row.note]]),
    [`Id: ${row.id}`],
  ].map((parts) => printable(`    ${parts.join(" ")}`)),
];

function formatValue(value: AdminApplication["fields"][number]["value"]): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  return `${value.given ? "yes" : "no"}, to: ${value.text}`;
}
