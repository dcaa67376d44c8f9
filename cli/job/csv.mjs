// CSV, as spreadsheets write it (RFC 4180), of which each cell knows its line and column.

/** @typedef {import("./located.mjs").Spot & { text: string }} Cell */

/** What may stand between cells; a spreadsheet chooses it by its country. */
const SEPARATORS = [",", ";", "\t"];

/**
 * Reads CSV. Empty rows are left out.
 *
 * @param {string} source
 * @returns {{ rows: Cell[][], faults: import("./located.mjs").Fault[] }}
 */
export function readCsv(source) {
  const text = source.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const end = new RegExp(`${separator}|\\r\\n|\\n|\\r|$`, "y");
  const plain = new RegExp(`[^${separator}\\r\\n]*`, "y");
  /** @type {Cell[][]} */
  const rows = [];
  /** @type {Cell[]} */
  let row = [];
  let at = 0;
  let line = 1;
  let lineStart = 0;
  const spot = () => ({ line, column: at - lineStart + 1 });
  /** @param {string} words */
  const broken = (words) => ({ rows, faults: [{ ...start, message: words }] });
  let start = spot();
  for (;;) {
    start = spot();
    let value;
    if (text[at] === '"') {
      const quoted = quotedAt(text, at);
      if (quoted === undefined) return broken('begins with a " that is never closed');
      value = quoted.slice(1, -1).replaceAll('""', '"');
      for (const { index, 0: turn } of quoted.matchAll(/\r\n|\n|\r/g)) {
        line += 1;
        lineStart = at + index + turn.length;
      }
      at += quoted.length;
    } else {
      value = matchAt(plain, text, at)?.[0] ?? "";
      at += value.length;
    }
    row.push({ ...start, text: value });
    const ended = matchAt(end, text, at);
    if (!ended) return broken('has text behind its closing ": write a " within a text as ""');
    at += ended[0].length;
    if (ended[0] === separator) continue;
    if (row.some((cell) => cell.text.trim() !== "")) rows.push(row);
    row = [];
    line += 1;
    lineStart = at;
    if (at >= text.length) return { rows, faults: [] };
  }
}

/** @param {RegExp} pattern sticky @param {string} text @param {number} at */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The text in quotes that begins at a place; undefined where it does not end. @param {string} text @param {number} at */
function quotedAt(text, at) {
  for (let end = at + 1; ; end += 2) {
    end = text.indexOf('"', end);
    if (end === -1) return undefined;
    if (text[end + 1] !== '"') return text.slice(at, end + 1);
  }
}

/** The separator that the first row has most of, outside of quotes. @param {string} text */
function separatorOf(text) {
  let bare = "";
  let at = text.length - text.trimStart().length;
  for (;;) {
    const [plain = ""] = matchAt(/[^"\r\n]*/y, text, at) ?? [];
    bare += plain;
    at += plain.length;
    const quoted = text[at] === '"' ? quotedAt(text, at) : undefined;
    if (quoted === undefined) break;
    at += quoted.length;
  }
  const [most = ","] = SEPARATORS.map((separator) => ({
    separator,
    count: bare.split(separator).length,
  }))
    .sort((one, other) => other.count - one.count)
    .map(({ separator }) => separator);
  return most;
}

/**
 * Rows of texts as CSV, with CRLF and commas.
 *
 * @param {string[][]} rows
 */
export const writeCsv = (rows) => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** @param {string} text */
const cell = (text) =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
