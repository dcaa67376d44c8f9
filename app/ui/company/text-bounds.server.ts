/*
 * Limits for companies' texts, checked before parsing. Some constructs take quadratic time to parse: blockquotes,
 * emphasis marks, unclosed elements. Beyond these limits, a text could block all pages of an isolate for
 * seconds, so it's shown as plain text.
 */

export const MAX_CHARACTERS = 100_000;

/** Lines of Markdown: blank lines, other lines, and other lines between blank lines. */
const MAX_BLANK_LINES = 3000;
const MAX_LINES = 3000;
const MAX_BLOCK_LINES = 300;

/** Nesting depth of blockquotes and lists. */
const MAX_DEPTH = 12;

/** Blockquotes and lists in the entire text. A line with n nested containers counts n (n + 1) / 2. */
const MAX_CONTAINERS = 4000;

/** Matches of `MARKS`, which Markdown might treat as syntax, in total and between blank lines. */
const MAX_MARKS = 5000;
const MAX_BLOCK_MARKS = 1000;

const MARKS = /[*_~[\]`<&!\\@]|www\.|https?:/gi;

/** Table cells. The parser pads each row to as many cells as the first row. */
const MAX_CELLS = 6000;

/** A run of punctuation in a URL. From each character, the parser searches for the end of the URL. */
const MARKS_IN_URL = /[!"'()*,.:;<>?_~&\]]{50}/;
const URL_START = /www\.|https?:/gi;
const MAX_URLS_IN_WORD = 10;

/** A line's leading blockquote and list markers. */
const CONTAINERS =
  /^[ \t]*(?:(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))[ \t]*)*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))/;

/** Whether a Markdown text is within the limits. Takes linear time. */
export function isMarkdownWithinBounds(markdown: string): boolean {
  if (markdown.length > MAX_CHARACTERS) return false;
  const all = { blankLines: 0, lines: 0, marks: 0, containers: 0, cells: 0 };
  let block = { lines: 0, marks: 0, columns: 0 };
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") {
      all.blankLines += 1;
      if (all.blankLines > MAX_BLANK_LINES) return false;
      block = { lines: 0, marks: 0, columns: 0 };
      continue;
    }
    if (hasSlowUrl(line)) return false;
    const marks = line.match(MARKS)?.length ?? 0;
    const { depth, markers } = countContainers(line);
    block.lines += 1;
    block.marks += marks;
    block.columns = Math.max(block.columns, line.split("|").length - 1);
    all.cells += block.columns;
    all.lines += 1;
    all.marks += marks;
    all.containers += (markers * (markers + 1)) / 2;
    if (depth > MAX_DEPTH || all.containers > MAX_CONTAINERS) return false;
    if (block.lines > MAX_BLOCK_LINES || block.marks > MAX_BLOCK_MARKS) return false;
    if (all.lines > MAX_LINES || all.marks > MAX_MARKS || all.cells > MAX_CELLS) return false;
  }
  return true;
}

function hasSlowUrl(line: string): boolean {
  return line.split(/\s/).some((word) => {
    const urls = word.match(URL_START)?.length ?? 0;
    return urls > MAX_URLS_IN_WORD || (urls > 0 && MARKS_IN_URL.test(word));
  });
}

/**
 * Counts a line's blockquote and list markers. Estimates the line's nesting depth from the
 * width of its markers: each level is at least two columns wide.
 */
function countContainers(line: string): { depth: number; markers: number } {
  const containers = CONTAINERS.exec(line)?.[0].replaceAll("\t", "    ") ?? "";
  const markers = containers.match(/[>*+-]|\d+/g)?.length ?? 0;
  return { depth: Math.max(markers, Math.ceil(containers.length / 2)), markers };
}

/** Converts plain text to HTML with paragraphs and line breaks. Keeps entities. */
export function textToHtml(text: string): string {
  const escaped = text.replaceAll("\0", "").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const paragraphs = escaped.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n\s*/);
  return paragraphs
    .map((paragraph) => paragraph.trim().replaceAll("\n", "<br>"))
    .flatMap((paragraph) => (paragraph === "" ? [] : `<p>${paragraph}</p>`))
    .join("");
}
