// Parses JSON, and Markdown with YAML front matter. Records the line and column of each value.
import { isNode, LineCounter, parseDocument, visit } from "yaml";
import { describeYamlErrors } from "./yaml-errors";

export interface Problem {
  /** Counted from 1, like `column`. Table rows have no column. */
  line: number;
  column?: number;
  field?: string;
  message: string;
}

type Spot = Pick<Problem, "line" | "column">;

/** A job as written in a file. */
export interface Entry {
  facts: Record<string, unknown>;
  /** Position of the value at this path, or of its nearest ancestor. */
  at: (path: readonly PropertyKey[]) => Spot;
  problems?: Problem[];
}

export const problemFormatter =
  (file: string) =>
  ({ line, column, field, message }: Problem): string =>
    [[file, line, column].filter(Boolean).join(":"), field, message].filter(Boolean).join(": ");

/** Parses YAML facts, all as strings, between two `---` lines, and the description below them. */
export function parseMarkdown(source: string): Entry {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const [head, yaml = ""] = /---[ \t]*\n([^]*?)^---[ \t]*(?:\n|$)/my.exec(text) ?? [];
  if (head === undefined) {
    const message = "must begin with facts between two lines of --- (docs/companies.md#a-job)";
    const start = { line: 1, column: 1 };
    return { facts: {}, at: () => start, problems: [{ ...start, message }] };
  }
  // The empty line replaces the first ---, so that line numbers match the file.
  const { facts, problems, at } = parseFacts(`\n${yaml}`);
  const body = { line: head.split("\n").length, column: 1 };
  return {
    facts: { ...facts, description: text.slice(head.length).trim() },
    at: (path) => (path[0] === "description" ? body : at(path)),
    problems,
  };
}

/** Parses YAML facts, all as strings. */
export function parseFacts(text: string) {
  const { document, problems, at, spot } = parse(text, "failsafe");
  const refuse = (offset: number | undefined, symbol: string) =>
    problems.push({
      ...spot(offset ?? 0),
      message: `begins with ${symbol}: put the text in "quotes"`,
    });
  visit(document, {
    Alias: (_, { range }) => void refuse(range?.[0], "*"),
    Node: (_, { range, anchor }) => void (anchor !== undefined && refuse(range?.[0], "&")),
  });
  for (const { pos } of document.warnings) refuse(pos[0], text.charAt(pos[0]));
  problems.sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0));
  return { facts: problems.length === 0 ? toRecord(document.toJS()) : {}, problems, at };
}

/** Parses JSON as YAML, because the YAML parser records positions. */
export function parseJson(text: string) {
  const { document, problems, at } = parse(text.replace(/^\uFEFF/, ""), "json");
  const value: unknown = problems.length === 0 ? document.toJS() : undefined;
  return { value, problems, at };
}

export function parseJsonList(text: string): { entries: Entry[]; problems: Problem[] } {
  const { value, problems, at } = parseJson(text);
  if (problems.length > 0) return { entries: [], problems };
  if (!Array.isArray(value)) {
    const message = 'must be a list of jobs: [{ "title": "Baker", … }, …]';
    return { entries: [], problems: [{ line: 1, column: 1, message }] };
  }
  const entries = value.map((facts: unknown, index) => ({
    facts: toRecord(facts) ?? {},
    at: (path: readonly PropertyKey[]) => at([index, ...path]),
  }));
  return { entries, problems };
}

function parse(text: string, schema: "failsafe" | "json") {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema, lineCounter, prettyErrors: false });
  const spot = (offset: number) => {
    const { line, col: column } = lineCounter.linePos(offset);
    return { line, column };
  };
  const problems: Problem[] =
    schema === "json"
      ? document.errors.slice(0, 1).map(({ pos: [start] }) => ({
          ...spot(start),
          message: "is not valid JSON",
        }))
      : describeYamlErrors(document.errors, text).map(({ offset, message }) => ({
          ...spot(offset),
          message,
        }));
  const at = (path: readonly PropertyKey[]): Spot => {
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) return spot(node.range[0]);
    return path.length === 0 ? spot(0) : at(path.slice(0, -1));
  };
  return { document, problems, spot, at };
}

/** Returns undefined for anything except an object. */
export const toRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
