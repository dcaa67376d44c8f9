// Jobs as a table: a row for each, a column for each fact.
import { parse } from "papaparse";
import { Question } from "../../contract/questions";
import { isNothing } from "../../contract/read";
import { csvRows } from "../../platform/src/desk/csv";
import { unescapeFormulas } from "../../platform/src/formulas";
import { FACTS } from "./job-text";
import type { Entry, Fault } from "./located";

const PAY = ["min", "max", "currency", "unit", "text"].map((part) => `pay_${part}`);

/** The columns, in the order of an export. */
export const COLUMNS = [
  "id",
  ...FACTS.flatMap((name) => (name === "pay" ? PAY : [name])),
  "description",
];

/** Facts that a cell states in JSON, as words, and as lines. */
const GROUPS = ["places", "notices", "fields", "sections", "standard"];
const WORDS = ["employment_type", "remote_countries", "cv_accept", "takes"];
const LINES = ["requirements", "nice_to_have", "questions"];

/** Reads CSV with the names of columns in its first row. Commas, semicolons and tabs separate cells. */
export function readTable(source: string): { entries: Entry[]; faults: Fault[] } {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const delimitersToGuess = [",", ";", "\t"];
  const { data, errors } = parse<string[]>(text, { newline: "\n", delimitersToGuess });
  let next = 1;
  const rows = data.map((cells) => {
    const line = next;
    next += cells.join(" ").split("\n").length;
    return { line, cells };
  });
  const faultAt = (line: number, message: string) => ({ entries: [], faults: [{ line, message }] });
  const quotes = errors.find(({ type }) => type === "Quotes");
  if (quotes) {
    const { line } = rows[quotes.row ?? 0] ?? { line: 1 };
    return faultAt(line, 'a " is not closed, or is not written as "" within a cell');
  }
  const [head, ...body] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (!head) {
    return faultAt(1, "has no row that names the columns (docs/companies.md#tables-of-jobs)");
  }
  const columns = head.cells.map((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  const faults = head.cells.flatMap((text, index) => {
    const name = columns[index] ?? "";
    const fault = (message: string) => [{ line: head.line, message }];
    if (name === "") {
      const isUsed = body.some(({ cells }) => (cells[index] ?? "").trim() !== "");
      return isUsed ? fault(`Column ${index + 1} has no name.`) : [];
    }
    if (!COLUMNS.includes(name)) return fault(`Unknown column "${text.trim()}".`);
    return columns.indexOf(name) < index ? fault(`Column "${text.trim()}" comes twice.`) : [];
  });
  if (faults.length > 0) return { entries: [], faults };
  return { entries: body.map(({ line, cells }) => entryOf(columns, cells, line)), faults: [] };
}

function entryOf(columns: readonly string[], cells: readonly string[], line: number): Entry {
  const faults: Fault[] = [];
  if (cells.slice(columns.length).some((cell) => cell.trim() !== "")) {
    const message = 'has more cells than the first row: text with separators goes in "quotes"';
    faults.push({ line, message });
  }
  const facts: Record<string, unknown> = {};
  const pay: Record<string, unknown> = {};
  for (const [index, name] of columns.entries()) {
    if (name === "") continue;
    const text = unescapeFormulas(cells[index] ?? "");
    try {
      const value = valueOf(name, text);
      if (!PAY.includes(name)) facts[name] = value;
      else if (value !== null) pay[name.replace("pay_", "")] = value;
    } catch {
      faults.push({ line, what: name, message: "is not JSON" });
    }
  }
  if (columns.some((name) => PAY.includes(name))) facts.pay = isEmpty(pay) ? null : pay;
  return { facts, faults, at: () => ({ line }) };
}

const isEmpty = (group: object) => Object.keys(group).length === 0;

/** The value of a cell; null for an empty one. @throws SyntaxError if it should be JSON */
function valueOf(name: string, cell: string): unknown {
  const text = cell.trim();
  if (text === "") return null;
  const isWords = WORDS.includes(name);
  const isList = isWords || LINES.includes(name);
  if (GROUPS.includes(name) || (isList && text.startsWith("["))) return JSON.parse(text);
  if (!isList) return text;
  const items = text.split(isWords ? /[,\s]+/ : /\s*\n\s*/).filter((item) => item !== "");
  if (name !== "questions") return items;
  return items.map((item) => {
    const [question, ...answers] = item.split("|").map((part) => part.trim());
    return answers.length === 0 ? { question } : { question, answers };
  });
}

/** Jobs as CSV, which `readTable` reads back to the same facts. */
export const writeTable = (jobs: readonly Record<string, unknown>[]): string =>
  csvRows([
    COLUMNS,
    ...jobs.map((facts) => {
      const pay = Object.entries(facts.pay ?? {}).map(([part, value]) => [`pay_${part}`, value]);
      const all: Record<string, unknown> = { ...facts, ...Object.fromEntries(pay) };
      return COLUMNS.map((name) => cellOf(name, all[name]));
    }),
  ]);

function cellOf(name: string, value: unknown): string {
  if (isNothing(value)) return "";
  if (typeof value === "string") return value;
  const json = JSON.stringify(value);
  if (!Array.isArray(value)) return json;
  const items = value.map((item: unknown) => {
    const question = Question.safeParse(item);
    if (name !== "questions" || !question.success) return item;
    return [question.data.question, ...(question.data.answers ?? [])].join(" | ");
  });
  const text = items.join(WORDS.includes(name) ? ", " : "\n");
  const isPlain = !GROUPS.includes(name) && JSON.stringify(valueOf(name, text)) === json;
  return isPlain ? text : json;
}
