import type { Source } from "../candidate-source";
import { sourceQuery } from "../candidate-source";

/** Where a page contains a source: as a link's only, last or earlier parameter, or in a form's hidden fields. */
export const SOURCE_FORMATS = ["?", "&", "before &", "fields"] as const;

/** A place in a page that contains the source. `at` is a byte offset. */
export interface SourcePlace {
  at: number;
  as: (typeof SOURCE_FORMATS)[number];
}

/** Creates the placeholder source with which a shared page is rendered. */
export const markerSource = (mark: string): Source => [["source", mark]];

const encoder = new TextEncoder();
const AMPERSANDS = ["&amp;", "&"].map((text) => encoder.encode(text));
const QUESTION_MARK = encoder.encode("?");
const [OPENS, CLOSES, QUOTES] = [0x3c, 0x3e, 0x22];

/** Removes the placeholder source from a page, and returns its places. */
export function cutSource(
  bytes: Uint8Array,
  mark: string,
): { bytes: Uint8Array<ArrayBuffer>; sources: SourcePlace[] } {
  const parameter = encoder.encode(sourceQuery(markerSource(mark)));
  const value = encoder.encode(mark);
  const sources: SourcePlace[] = [];
  const remaining: Uint8Array[] = [];
  let [end, length] = [0, 0];
  for (const found of findOffsets(bytes, value)) {
    if (found < end) continue;
    const { from, to, as } = findCut(bytes, found, value.length, parameter.length);
    remaining.push(bytes.subarray(end, from));
    length += from - end;
    sources.push({ at: length, as });
    end = to;
  }
  remaining.push(bytes.subarray(end));
  return { bytes: concat(remaining), sources };
}

/** Finds the range to remove for a placeholder, including its separator or element. */
function findCut(bytes: Uint8Array, found: number, length: number, parameterLength: number) {
  const to = found + length;
  if (bytes[found - 1] === QUOTES) {
    const from = bytes.lastIndexOf(OPENS, found);
    return { from, to: bytes.indexOf(CLOSES, to) + 1, as: "fields" as const };
  }
  const from = to - parameterLength;
  const after = AMPERSANDS.find((text) => matchesAt(bytes, text, to));
  if (after) return { from, to: to + after.length, as: "before &" as const };
  if (matchesAt(bytes, QUESTION_MARK, from - 1)) return { from: from - 1, to, as: "?" as const };
  const before = AMPERSANDS.find((text) => matchesAt(bytes, text, from - text.length));
  return { from: from - (before?.length ?? 0), to, as: "&" as const };
}

/** Inserts a source into a page. The source's values need no escaping. */
export function insertSource(
  bytes: Uint8Array<ArrayBuffer>,
  places: readonly SourcePlace[],
  source: Source,
): Uint8Array<ArrayBuffer> {
  const query = sourceQuery(source);
  const texts = {
    "?": encoder.encode(`?${query}`),
    "&": encoder.encode(`&${query}`),
    "before &": encoder.encode(`${query}&`),
    fields: encoder.encode(
      source
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}"/>`)
        .join(""),
    ),
  };
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { at, as } of places) {
    parts.push(bytes.subarray(end, at), texts[as]);
    end = at;
  }
  return concat([...parts, bytes.subarray(end)]);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

export function findOffsets(bytes: Uint8Array, mark: Uint8Array): number[] {
  const offsets: number[] = [];
  const first = mark[0] ?? 0;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (matchesAt(bytes, mark, at)) offsets.push(at);
  }
  return offsets;
}

const matchesAt = (bytes: Uint8Array, text: Uint8Array, at: number): boolean =>
  text.every((byte, index) => bytes[at + index] === byte);
