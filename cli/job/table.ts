// Parses and formats jobs as CSV, with a row per job.
import Papa from "papaparse";
import * as z from "zod";
import { Question } from "~/contract/questions";
import { isMissing } from "~/contract/tolerant";
import { csvRows } from "~/platform/src/csv";
import { unescapeFormulas } from "~/platform/src/csv-formulas";
import { FACTS } from "./job-text";
import type { Entry, Problem } from "./parse-source";

const PAY = ["min", "max", "currency", "unit", "text"].map((part) => `pay_${part}`);

const COLUMNS = ["id", ...FACTS, "description"].flatMap((name) => (name === "pay" ? PAY : name));

/** Facts whose cells contain JSON (`GROUPS`), words or lines. */
const GROUPS = ["places", "notices", "fields", "sections", "standard"];
const WORDS = ["employment_type", "remote_countries", "cv_accept", "takes"];
const LINES = ["requirements", "nice_to_have", "questions"];

/**
 * Spreadsheets read the separator from a first line such as `sep=;`. Saving the table again can append its separators
 * to this line; the table then uses those.
 */
const SEPARATOR_LINE = /^\uFEFF?[ \t]*"?sep=([^"\n])(?:"?([,;\t]*)|\1*) *(?=\n|$)/i;

/**
 * Parses CSV with column names in its first row, separated by commas, semicolons, tabs, or the character in
 * its `sep=` line.
 */
export function parseTable(source: string): { entries: Entry[]; problems: Problem[] } {
  const text = source.replace(/\r\n?/g, "\n");
  const [line = "", named, added = ""] = SEPARATOR_LINE.exec(text) ?? [];
  const rest = text.slice(line.length);
  const [, first = ","] = /^\s*[^\n]*?([,;\t])/.exec(rest) ?? [];
  const delimiter = added.charAt(0) || (named ?? first);
  const { data, errors } = Papa.parse<string[]>(rest, { newline: "\n", delimiter });
  let next = 1;
  const rows = data.map((cells) => {
    const line = next;
    next += cells.join(" ").split("\n").length;
    return { line, cells };
  });
  const [head, ...body] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const given = (head?.cells ?? []).map((cell) => toText(cell).trim());
  const columns = given.map((name) => name.toLowerCase().replace(/[\s-]+/g, "_"));
  const messages = columns.flatMap((column, at) =>
    column !== "" && columns.indexOf(column) < at ? [`Column "${given[at]}" appears twice.`] : [],
  );
  const unknown = given.filter((_, at) => columns[at] && !COLUMNS.includes(columns[at]));
  if (unknown.length > 0) {
    const named = unknown.map((name) => `"${name}"`).join(" and ");
    const noun = unknown.length > 1 ? "columns" : "column";
    messages.push(`Unknown ${noun} ${named}. Known: ${COLUMNS.join(", ")}.`);
  }
  if (!head) messages.push("has no header row (docs/companies.md#tables-of-jobs)");
  const problems = messages.map((message) => ({ line: head?.line ?? 1, message }));
  const quotes = errors.find(({ type }) => type === "Quotes");
  if (quotes) {
    const message = 'a quote (") is not closed; write "" for a quote inside a cell';
    problems.unshift({ line: rows[quotes.row ?? 0]?.line ?? 1, message });
  }
  return { entries: body.map(({ line, cells }) => parseRow(columns, cells, line)), problems };
}

function parseRow(columns: readonly string[], cells: readonly string[], line: number): Entry {
  const facts: Record<string, unknown> = {};
  const pay: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [index, cell] of cells.entries()) {
    const { [index]: field = "" } = columns;
    const problem = (message: string) => problems.push({ line, field, message });
    try {
      const value = parseCell(field, toText(cell));
      if (PAY.includes(field)) pay[field.slice(4)] = value;
      if (PAY.includes(field)) facts.pay = Object.values(pay).every(isMissing) ? null : pay;
      else if (field !== "") facts[field] = value;
      else if (value !== null)
        problem(`cell ${index + 1} has no column: does some text need "quotes"?`);
    } catch {
      problem("is not JSON");
    }
  }
  return { facts, problems, at: () => ({ line }) };
}

/** Returns a cell's text. Some programs write `="01"`, so that spreadsheets do not read it as 1. */
function toText(cell: string): string {
  const [, quoted] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  return quoted?.replaceAll('""', '"') ?? unescapeFormulas(cell);
}

/** Returns null for an empty cell. @throws SyntaxError for invalid JSON */
function parseCell(name: string, cell: string): unknown {
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

/** Formats jobs as CSV for `parseTable`. */
export const formatTable = (jobs: readonly Record<string, unknown>[]): string =>
  csvRows([
    COLUMNS,
    ...jobs.map((facts) => {
      const pay = new Map<string, unknown>(Object.entries(facts.pay ?? {}));
      return COLUMNS.map((name) => formatCell(name, pay.get(name.slice(4)) ?? facts[name]));
    }),
  ]);

function formatCell(name: string, value: unknown): string {
  if (isMissing(value)) return "";
  if (typeof value === "string") return value;
  const json = JSON.stringify(value);
  if (!Array.isArray(value) || GROUPS.includes(name)) return json;
  const questions = name === "questions" ? z.array(Question).parse(value) : undefined;
  const items =
    questions?.map(({ question, answers = [] }) => [question, ...answers].join(" | ")) ?? value;
  const text = items.join(WORDS.includes(name) ? ", " : "\n");
  return JSON.stringify(parseCell(name, text)) === json ? text : json;
}
