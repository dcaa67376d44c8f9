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

/** How a cell says more than a text: a list of words, a text on each line, a question on each line. */
const WORDS = ["employment_type", "remote_countries", "cv_accept", "takes"];
const LINES = ["requirements", "nice_to_have"];
const GROUPS = ["places", "notices", "fields", "sections", "standard"];

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
  const isList = [...WORDS, ...LINES, "questions"].includes(name);
  if (GROUPS.includes(name) || (isList && said.startsWith("["))) {
    try {
      return /** @type {unknown} */ (JSON.parse(said));
    } catch (error) {
      fail(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
  if (WORDS.includes(name)) return said.split(/[,\s]+/).filter((word) => word !== "");
  if (LINES.includes(name)) return linesOf(said);
  if (name === "questions") {
    return linesOf(said).map((line) => {
      const [question = "", ...answers] = line.split("|").map((part) => part.trim());
      return answers.length === 0 ? { question } : { question, answers };
    });
  }
  return said;
}

/** @param {string} text */
const linesOf = (text) =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * Jobs as CSV, which `readTable` reads back to the same.
 *
 * @param {Record<string, unknown>[]} jobs their facts by name, with the description as HTML
 */
export const writeTable = (jobs) =>
  writeCsv([
    COLUMNS,
    ...jobs.map((facts) =>
      COLUMNS.map((name) => {
        const part = partOfPay(name);
        const value =
          part === undefined
            ? facts[name]
            : Object.entries(payOf(facts)).find(([key]) => key === part)?.[1];
        return escapeFormulas(cellOf(name, value));
      }),
    ),
  ]);

/** @param {string} name @param {unknown} value @returns {string} */
function cellOf(name, value) {
  if (isNothing(value)) return "";
  if (typeof value === "string") return name === "description" ? htmlText(value) : value;
  const json = JSON.stringify(value);
  if (!Array.isArray(value)) return json;
  const simple = simply(name, value);
  const back = simple === undefined ? undefined : valueOf(name, simple, () => undefined);
  return simple !== undefined && JSON.stringify(back) === json ? simple : json;
}

/** A list as a person would write it into a cell. @param {string} name @param {unknown[]} list */
function simply(name, list) {
  if (WORDS.includes(name)) return list.join(", ");
  if (LINES.includes(name)) return list.join("\n");
  if (name !== "questions") return undefined;
  return list
    .map((one) => {
      const { question = "", answers = [] } =
        /** @type {{ question?: string, answers?: string[] }} */ (one);
      return [question, ...answers].join(" | ");
    })
    .join("\n");
}
