// Texts whose values know their line and column: Markdown with facts in YAML on top, and JSON.
import { isNode, LineCounter, parseDocument, visit } from "yaml";

export interface Fault {
  /** Counts from 1, as does the column. Rows of a table have no column. */
  line: number;
  column?: number;
  /** The fact that it is about, such as `pay.min`. */
  what?: string;
  message: string;
}

type Spot = Pick<Fault, "line" | "column">;

/** A job as a file states it. */
export interface Entry {
  facts: Record<string, unknown>;
  /** The place of the value with this path, or of the nearest one around it. */
  at: (path: readonly PropertyKey[]) => Spot;
  faults?: Fault[];
}

/** Turns faults of a file into lines of a message. */
export const inWords =
  (file: string) =>
  ({ line, column, what, message }: Fault): string =>
    [[file, line, column].filter(Boolean).join(":"), what, message].filter(Boolean).join(": ");

const QUOTE = 'A text with ": " or " #" in it, or that begins with a sign, goes in "quotes".';

/** Reads facts in YAML between two lines of `---`, all of them texts, and the description below. */
export function readMarkdown(source: string): Entry {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const [head, yaml = ""] = /---[ \t]*\n([^]*?)^---[ \t]*(?:\n|$)/my.exec(text) ?? [];
  if (head === undefined) {
    const message = "must begin with facts between two lines of --- (docs/companies.md#a-job)";
    const start = { line: 1, column: 1 };
    return { facts: {}, at: () => start, faults: [{ ...start, message }] };
  }
  // The empty line stands for the first ---, so that lines count from the top of the file.
  const { document, faults, at, spot } = parse(`\n${yaml}`, "failsafe");
  visit(document, {
    Alias: (_, { range, source: name }) => {
      faults.push({ ...spot(range?.[0] ?? 0), message: `*${name} begins a reference. ${QUOTE}` });
    },
  });
  const facts = faults.length === 0 ? toRecord(document.toJS()) : {};
  const body = { line: head.split("\n").length, column: 1 };
  return {
    facts: { ...facts, description: text.slice(head.length).trim() },
    at: (path) => (path[0] === "description" ? body : at(path)),
    faults,
  };
}

/** Reads JSON, and where its values are: JSON is YAML. */
export function parseJson(text: string) {
  const { document, faults, at } = parse(text.replace(/^\uFEFF/, ""), "json");
  const value: unknown = faults.length === 0 ? document.toJS() : undefined;
  return { value, faults, at };
}

/** Reads a JSON file with a list of jobs. */
export function readJsonList(text: string): { entries: Entry[]; faults: Fault[] } {
  const { value, faults, at } = parseJson(text);
  if (faults.length > 0) return { entries: [], faults };
  if (!Array.isArray(value)) {
    const message = 'must be a list of jobs: [{ "title": "Baker", … }, …]';
    return { entries: [], faults: [{ line: 1, column: 1, message }] };
  }
  const entries = value.map((facts: unknown, index) => ({
    facts: toRecord(facts) ?? {},
    at: (path: readonly PropertyKey[]) => at([index, ...path]),
  }));
  return { entries, faults };
}

function parse(text: string, schema: "failsafe" | "json") {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema, lineCounter, prettyErrors: false });
  const spot = (offset: number) => {
    const { line, col: column } = lineCounter.linePos(offset);
    return { line, column };
  };
  const faults: Fault[] = document.errors.map(({ message, pos: [start] }) => ({
    ...spot(start),
    message: `${message}. ${schema === "json" ? "" : QUOTE}`.trim(),
  }));
  const at = (path: readonly PropertyKey[]): Spot => {
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) return spot(node.range[0]);
    return path.length === 0 ? spot(0) : at(path.slice(0, -1));
  };
  return { document, faults, spot, at };
}

/** A group of facts; undefined for any other value. */
export const toRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
