// Jobs as a table: a row for each, a column for each fact.
import { isNothing } from "../../contract/read";
import { escapeFormulas, unescapeFormulas } from "../../platform/src/formulas.mjs";
import { readCsv, writeCsv } from "./csv.mjs";
import { htmlText } from "./description.mjs";
import { FACTS } from "./job-text.mjs";

/** @typedef {import("./located.mjs").Entry} Entry */
/** @typedef {import("./located.mjs").Fault} Fault */
/** @typedef {import("./csv.mjs").Cell} Cell */

const PAY = ["min", "max", "currency", "unit", "text"];

/** The columns, in the order of an export. */
export const COLUMNS = [
  "id",
  ...FACTS.flatMap(([name]) => (name === "pay" ? PAY.map((part) => `pay_${part}`) : [name])),
  "description",
];

const GROUPS = ["places", "notices", "fields", "sections", "standard"];

/** @param {string} text */
const linesOf = (text) =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Lists as a person writes them into a cell. @typedef {{ read: (said: string) => unknown, write: (list: unknown[]) => string }} List */
/** @type {List} */
const words = {
  read: (said) => said.split(/[,\s]+/).filter((word) => word !== ""),
  write: (list) => list.join(", "),
};
/** @type {List} */
const lines = { read: linesOf, write: (list) => list.join("\n") };
/** @type {List} */
const questions = {
  read: (said) =>
    linesOf(said).map((line) => {
      const [question = "", ...answers] = line.split("|").map((part) => part.trim());
      return answers.length === 0 ? { question } : { question, answers };
    }),
  write: (list) =>
    /** @type {{ question?: string, answers?: string[] }[]} */ (list)
      .map(({ question = "", answers = [] }) => [question, ...answers].join(" | "))
      .join("\n"),
};

/** @type {Map<string, List>} */
const LISTS = new Map([
  ["employment_type", words],
  ["remote_countries", words],
  ["cv_accept", words],
  ["takes", words],
  ["requirements", lines],
  ["nice_to_have", lines],
  ["questions", questions],
]);

/**
 * Reads a table of jobs.
 *
 * @param {string} source CSV with the names of columns in its first row
 * @returns {{ entries: Entry[], faults: Fault[] }}
 */
export function readTable(source) {
  const { rows, faults } = readCsv(source);
  const [head, ...body] = rows;
  if (faults.length > 0) return { entries: [], faults };
  if (!head) {
    const message =
      "has no row: the first one names the columns (docs/companies.md#tables-of-jobs)";
    return { entries: [], faults: [{ line: 1, column: 1, message }] };
  }
  const columns = head.map(({ text }) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  const wrong = head.flatMap(({ text, line, column }, index) => {
    const name = columns[index] ?? "";
    if (name === "") {
      const isUsed = body.some((row) => (row[index]?.text ?? "").trim() !== "");
      return isUsed ? [{ line, column, message: "the column has no name" }] : [];
    }
    if (!COLUMNS.includes(name)) {
      const message = `"${text}" is no column. docs/companies.md#tables-of-jobs lists them`;
      return [{ line, column, message }];
    }
    return columns.indexOf(name) < index
      ? [{ line, column, message: `the column "${text}" is there twice` }]
      : [];
  });
  if (wrong.length > 0) return { entries: [], faults: wrong };
  return { entries: body.map((row) => entryOf(columns, row)), faults: [] };
}

/** @param {string[]} columns @param {Cell[]} row @returns {Entry} */
function entryOf(columns, row) {
  /** @type {Fault[]} */
  const faults = [];
  const extra = row.slice(columns.length).find(({ text }) => text.trim() !== "");
  if (extra) {
    const message =
      'the row has more cells than the first one: a text with commas goes in "quotes"';
    faults.push({ line: extra.line, column: extra.column, message });
  }
  /** @type {Record<string, unknown>} */
  const facts = {};
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  const first = row[0] ?? { line: 1, column: 1, text: "" };
  for (const [index, name] of columns.entries()) {
    const cell = row[index] ?? { ...(row.at(-1) ?? first), text: "" };
    if (name === "") continue;
    cells.set(name, cell);
    const value = valueOf(name, unescapeFormulas(cell.text), (message) => {
      faults.push({ line: cell.line, column: cell.column, what: name, message });
    });
    const part = partOfPay(name);
    if (part === undefined) facts[name] = value;
    else if (value !== null) facts.pay = { ...payOf(facts), [part]: value };
    else facts.pay ??= null;
  }
  return {
    facts,
    faults,
    at: ([name, part]) => {
      const { line, column } =
        cells.get(name === "pay" && part !== undefined ? `pay_${String(part)}` : String(name)) ??
        (name === "pay" ? cells.get("pay_min") : undefined) ??
        first;
      return { line, column };
    },
  };
}

/** @param {string} name of a column */
const partOfPay = (name) => (name.startsWith("pay_") ? name.slice("pay_".length) : undefined);

/** @param {Record<string, unknown>} facts @returns {object} */
const payOf = ({ pay }) => (typeof pay === "object" && pay !== null ? pay : {});

/**
 * What a cell says: null if it says nothing.
 *
 * @param {string} name @param {string} text @param {(message: string) => void} fail
 * @returns {unknown}
 */
function valueOf(name, text, fail) {
  const said = name === "description" ? text : text.trim();
  if (said.trim() === "") return null;
  const list = LISTS.get(name);
  if (!GROUPS.includes(name) && !(list && said.startsWith("["))) return list?.read(said) ?? said;
  try {
    return /** @type {unknown} */ (JSON.parse(said));
  } catch (error) {
    fail(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/**
 * Jobs as CSV, which `readTable` reads back to the same.
 *
 * @param {Record<string, unknown>[]} jobs their facts by name, with the description as HTML
 */
export const writeTable = (jobs) =>
  writeCsv([
    COLUMNS,
    ...jobs.map((facts) => {
      const pay = new Map(Object.entries(payOf(facts)).map(([part, one]) => [`pay_${part}`, one]));
      return COLUMNS.map((name) => escapeFormulas(cellOf(name, pay.get(name) ?? facts[name])));
    }),
  ]);

/** @param {string} name @param {unknown} value @returns {string} */
function cellOf(name, value) {
  if (isNothing(value)) return "";
  if (typeof value === "string") return name === "description" ? htmlText(value) : value;
  const json = JSON.stringify(value);
  const simple = Array.isArray(value) ? LISTS.get(name)?.write(value) : undefined;
  if (simple === undefined) return json;
  return JSON.stringify(valueOf(name, simple, () => undefined)) === json ? simple : json;
}
