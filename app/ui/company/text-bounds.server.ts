/*
 * What a company's text may have, before anything parses it. A parser compares some things with each
 * other: lines of a quotation, marks of emphasis, elements that were never closed. Beyond these bounds a
 * text could hold all pages of an isolate up for seconds; it is shown as plain text then. They are
 * several times what people write.
 *
 * Source: design, section 8.
 */

/** Characters of a text of either kind. */
export const MAX_CHARACTERS = 100_000;

/** Lines of a markdown text that are not blank, and such lines in a row. */
export const MAX_LINES = 3000;
export const MAX_BLOCK_LINES = 300;

/** Quotations and lists in each other. */
export const MAX_DEPTH = 12;

/** What all lines may have of these: a line that has n in each other counts n (n + 1) / 2. */
export const MAX_CONTAINERS = 4000;

/** Characters that markdown may take for marks, in all and in a row of lines. */
export const MAX_MARKS = 5000;
export const MAX_BLOCK_MARKS = 1000;

const MARKS = /[*_~[\]`<&!\\@]|www\.|https?:/gi;

/**
 * Cells that a markdown text's tables may have. Each row gets as many as the first has, however few are
 * written.
 */
export const MAX_CELLS = 6000;

/**
 * Within a word that may be an address a parser looks from each mark in a row, and from each beginning of
 * an address, for the address's end.
 */
const MARKS_IN_ADDRESS = /[!"'()*,.:;<>?_~&\]]{50}/;
const ADDRESS = /www\.|https?:/gi;
const MAX_ADDRESSES_IN_WORD = 10;

/** The quotations and lists that a line begins with, up to the last one's mark. */
const CONTAINERS =
  /^[ \t]*(?:(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))[ \t]*)*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))/;

/** Whether a markdown text is within its bounds. It takes one look at each line. */
export function isMarkdownWithinBounds(markdown: string): boolean {
  if (markdown.length > MAX_CHARACTERS) return false;
  const all = { lines: 0, marks: 0, containers: 0, cells: 0 };
  let block = { lines: 0, marks: 0, columns: 0 };
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") {
      block = { lines: 0, marks: 0, columns: 0 };
      continue;
    }
    if (hasEndlessAddress(line)) return false;
    const marks = line.match(MARKS)?.length ?? 0;
    const { depth, own } = countContainers(line);
    block.lines += 1;
    block.marks += marks;
    block.columns = Math.max(block.columns, line.split("|").length - 1);
    all.cells += block.columns;
    all.lines += 1;
    all.marks += marks;
    all.containers += (own * (own + 1)) / 2;
    if (depth > MAX_DEPTH || all.containers > MAX_CONTAINERS) return false;
    if (block.lines > MAX_BLOCK_LINES || block.marks > MAX_BLOCK_MARKS) return false;
    if (all.lines > MAX_LINES || all.marks > MAX_MARKS || all.cells > MAX_CELLS) return false;
  }
  return true;
}

function hasEndlessAddress(line: string): boolean {
  return line.split(/\s/).some((word) => {
    const addresses = word.match(ADDRESS)?.length ?? 0;
    return addresses > MAX_ADDRESSES_IN_WORD || (addresses > 0 && MARKS_IN_ADDRESS.test(word));
  });
}

/**
 * How many quotations and lists a line begins itself, and at most how deep it is in such: a list takes
 * two columns, a quotation may take one.
 */
function countContainers(line: string): { depth: number; own: number } {
  const containers = CONTAINERS.exec(line)?.[0].replaceAll("\t", "    ") ?? "";
  const own = containers.match(/[>*+-]|\d+/g)?.length ?? 0;
  return { depth: Math.max(own, Math.ceil(containers.length / 2)), own };
}

/**
 * A text as it is written, in paragraphs and lines: no parser reads it. Its entities stay what they are.
 */
export function textToHtml(text: string): string {
  const escaped = text.replaceAll("\0", "").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const paragraphs = escaped.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n\s*/);
  return paragraphs
    .map((paragraph) => paragraph.trim().replaceAll("\n", "<br>"))
    .flatMap((paragraph) => (paragraph === "" ? [] : `<p>${paragraph}</p>`))
    .join("");
}

/** The words of an HTML text, in lines where it has paragraphs, titles and list items. */
export const htmlToText = (html: string): string =>
  html
    .replace(/<(script|style|template)\b[^]*?(?:<\/\1\b|$)/gi, "<")
    .replace(/<\/?(?:p|div|li|h[1-6]|tr|table|ul|ol)\b[^<>]*>?/gi, "\n\n")
    .replace(/<br\b[^<>]*>?/gi, "\n")
    .replace(/<[^<>]*>?/g, " ");
