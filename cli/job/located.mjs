// Texts of which each value knows its line and column: Markdown with facts in YAML on top, and JSON.
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";

/**
 * A place in a file; both count from 1.
 *
 * @typedef {{ line: number, column: number }} Spot
 */

/**
 * What is wrong, and where. `what` names the fact, if it is about one.
 *
 * @typedef {Spot & { what?: string, message: string }} Fault
 */

/**
 * What a file says of one job, and where it says it. A fact that is there and empty is null.
 *
 * @typedef {object} Entry
 * @property {Record<string, unknown>} facts
 * @property {(path: readonly PropertyKey[]) => Spot} at the place of the value with this path, or of
 *   the nearest one around it
 * @property {Fault[]} [faults] what was found wrong when it was read
 */

/** A fault as a line of a message. @param {string} file @param {Fault} fault */
export const inWords = (file, { line, column, what, message }) =>
  `${file}:${line}:${column}: ${what === undefined || what === "" ? "" : `${what}: `}${message}`;

const QUOTE = 'A text with ": " or " #" in it, or that begins with a sign, goes in "quotes".';

/**
 * Reads facts in YAML between two lines of `---`, and the text behind them. Every value is a text, a list
 * or a group: `0042` stays as it is, and `no` is a word.
 *
 * @param {string} source
 * @returns {{ entry: Entry, faults: Fault[] }} `facts.description` is the text
 */
export function readMarkdown(source) {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const [whole, facts = ""] = /^---[ \t]*\n([^]*?)^---[ \t]*(?:\n|$)/m.exec(text) ?? [];
  if (whole === undefined || !text.startsWith(whole)) {
    const message =
      "must begin with a line of --- , then the facts, then another line of --- (docs/companies.md#a-job)";
    return {
      entry: { facts: {}, at: () => ({ line: 1, column: 1 }) },
      faults: [{ line: 1, column: 1, message }],
    };
  }
  // The line of --- is left empty, so that lines are counted from the top of the file.
  const { value, faults, at } = readYaml(`\n${facts}`);
  const body = text.slice(whole.length);
  const above = whole.split("\n").length - 1;
  const gap = /^\s*\n(?=.*\S)/.exec(body)?.[0].split("\n").length ?? 1;
  const bodyAt = { line: above + gap, column: 1 };
  return {
    entry: {
      facts: { ...emptied(value), description: body.trim() || null },
      at: (path) => (path[0] === "description" ? bodyAt : at(path)),
    },
    faults,
  };
}

/** @param {string} text */
function readYaml(text) {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe",
    lineCounter: lines,
    prettyErrors: false,
  });
  const spot = spotIn(document, lines);
  /** @type {Fault[]} */
  const faults = document.errors.map(({ message, pos: [start] }) => {
    const { line, col } = lines.linePos(start);
    return { line, column: col, message: `${message.split("\n")[0] ?? ""}. ${QUOTE}` };
  });
  visit(document, {
    Alias: (_, { range, source }) => {
      const { line, col } = lines.linePos(range?.[0] ?? 0);
      faults.push({ line, column: col, message: `*${source} begins a reference. ${QUOTE}` });
    },
  });
  const { contents } = document;
  if (faults.length === 0 && contents !== null && !isMap(contents) && !isNothing(contents)) {
    faults.push({ ...spot([]), message: "must have a fact on each line, such as title: Baker" });
  }
  const value = faults.length === 0 && isMap(contents) ? toRecord(document.toJS()) : {};
  return { value, faults, at: spot };
}

/** @param {unknown} contents of a document with nothing but comments */
const isNothing = (contents) => isScalar(contents) && contents.value === "";

/**
 * Reads a JSON file with a list of jobs.
 *
 * @param {string} source
 * @returns {{ entries: Entry[], faults: Fault[] }}
 */
export function readJsonList(source) {
  const text = source.replace(/^\uFEFF/, "");
  /** @type {unknown} */
  let list;
  try {
    list = JSON.parse(text);
  } catch {
    return { entries: [], faults: [{ ...jsonEnd(text), message: "is not JSON" }] };
  }
  if (!Array.isArray(list)) {
    const message = 'must be a list of jobs: [{ "title": "Baker", … }, …]';
    return { entries: [], faults: [{ line: 1, column: 1, message }] };
  }
  // JSON is YAML, and this parser says where each value is.
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: "json", lineCounter: lines, prettyErrors: false });
  const spot = spotIn(document, lines);
  const faults = document.errors.map(({ message, pos: [start] }) => {
    const { line, col } = lines.linePos(start);
    return { line, column: col, message };
  });
  const entries = list.map((/** @type {unknown} */ one, index) => {
    const at = (/** @type {readonly PropertyKey[]} */ path) => spot([index, ...path]);
    if (typeof one === "object" && one !== null && !Array.isArray(one)) {
      return { facts: emptied(toRecord(one)), at };
    }
    const message = 'must be a job: { "title": "Baker", … }';
    return { facts: {}, at, faults: [{ ...at([]), message }] };
  });
  return { entries, faults };
}

/**
 * Where a text stops being JSON. The engine's own words quote the text, which may have a secret.
 *
 * @param {string} text
 * @returns {Spot}
 */
export function jsonEnd(text) {
  let [right, wrong] = [0, text.length];
  while (right < wrong) {
    const middle = Math.ceil((right + wrong) / 2);
    if (isBegun(text.slice(0, middle))) right = middle;
    else wrong = middle - 1;
  }
  const lines = text.slice(0, right).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** Whether nothing is wrong with a beginning of JSON but its end. @param {string} text */
function isBegun(text) {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const said = String(error);
    const [, at] = / at position (\d+)/.exec(said) ?? [];
    return !/Unexpected (?:non-whitespace|token)/.test(said) && !(Number(at) < text.length);
  }
}

/** @param {import("yaml").Document.Parsed} document @param {LineCounter} lines */
const spotIn = (document, lines) => (/** @type {readonly PropertyKey[]} */ path) => {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) {
      const { line, col } = lines.linePos(node.range[0]);
      return { line: Math.max(line, 1), column: Math.max(col, 1) };
    }
  }
  return { line: 1, column: 1 };
};

/** @param {unknown} it @returns {Record<string, unknown>} */
const toRecord = (it) => (typeof it === "object" && it !== null ? { ...it } : {});

/** Facts whose empty values are null. @param {Record<string, unknown>} facts */
const emptied = (facts) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value === "" ? null : value]),
  );
