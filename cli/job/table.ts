// Jobs as a table: a row for each, a column for each fact.
import Papa from "papaparse";
import { z } from "zod";
import { Question } from "../../contract/questions";
import { isMissing } from "../../contract/tolerant";
import { csvRows } from "../../platform/src/desk/csv";
import { unescapeFormulas } from "../../platform/src/formulas";
import { FACTS } from "./job-text";
import type { Entry, Fault } from "./located";

const PAY = ["min", "max", "currency", "unit", "text"].map((part) => `pay_${part}`);

/** The columns, in the order of an export. */
const COLUMNS = ["id", ...FACTS, "description"].flatMap((name) => (name === "pay" ? PAY : name));

/** Facts that a cell states in JSON, as words, and as lines. */
const GROUPS = ["places", "notices", "fields", "sections", "standard"];
const WORDS = ["employment_type", "remote_countries", "cv_accept", "takes"];
const LINES = ["requirements", "nice_to_have", "questions"];

/** Reads CSV with the names of columns in its first row. Commas, semicolons and tabs separate cells. */
export function readTable(source: string): { entries: Entry[]; faults: Fault[] } {
  const text = source.replace(/\r\n?/g, "\n");
  const delimitersToGuess = [",", ";", "\t"];
  const { data, errors } = Papa.parse<string[]>(text, { newline: "\n", delimitersToGuess });
  let next = 1;
  const rows = data.map((cells) => {
    const line = next;
    next += cells.join(" ").split("\n").length;
    return { line, cells };
  });
  const [head, ...body] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const given = (head?.cells ?? []).map((cell) => cell.trim());
  const columns = given.map((name) => name.toLowerCase().replace(/[\s-]+/g, "_"));
  const messages = columns.flatMap((column, at) => {
    if (column === "") return [];
    if (!COLUMNS.includes(column)) return [`Unknown column "${given[at]}".`];
    return columns.indexOf(column) < at ? [`Column "${given[at]}" comes twice.`] : [];
  });
  if (!head) messages.push("has no row that names the columns (docs/companies.md#tables-of-jobs)");
  const faults = messages.map((message) => ({ line: head?.line ?? 1, message }));
  const quotes = errors.find(({ type }) => type === "Quotes");
  if (quotes) {
    const message = 'a " is not closed, or is not written as "" within a cell';
    faults.unshift({ line: rows[quotes.row ?? 0]?.line ?? 1, message });
  }
  return { entries: body.map(({ line, cells }) => entryOf(columns, cells, line)), faults };
}

function entryOf(columns: readonly string[], cells: readonly string[], line: number): Entry {
  const facts: Record<string, unknown> = {};
  const pay: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [index, cell] of cells.entries()) {
    const { [index]: what = "" } = columns;
    const fault = (message: string) => faults.push({ line, what, message });
    try {
      const value = valueOf(what, unescapeFormulas(cell));
      if (PAY.includes(what)) pay[what.slice(4)] = value;
      if (PAY.includes(what)) facts.pay = Object.values(pay).every(isMissing) ? null : pay;
      else if (what !== "") facts[what] = value;
      else if (value !== null) fault(`cell ${index + 1} has no column: is a text not in "quotes"?`);
    } catch {
      fault("is not JSON");
    }
  }
  return { facts, faults, at: () => ({ line }) };
}

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
      const pay = new Map<string, unknown>(Object.entries(facts.pay ?? {}));
      return COLUMNS.map((name) => cellOf(name, pay.get(name.slice(4)) ?? facts[name]));
    }),
  ]);

function cellOf(name: string, value: unknown): string {
  if (isMissing(value)) return "";
  if (typeof value === "string") return value;
  const json = JSON.stringify(value);
  if (!Array.isArray(value) || GROUPS.includes(name)) return json;
  const questions = name === "questions" ? z.array(Question).parse(value) : undefined;
  const items =
    questions?.map(({ question, answers = [] }) => [question, ...answers].join(" | ")) ?? value;
  const text = items.join(WORDS.includes(name) ? ", " : "\n");
  return JSON.stringify(valueOf(name, text)) === json ? text : json;
}
