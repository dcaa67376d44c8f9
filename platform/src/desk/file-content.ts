// Decides which files the desk opens in a browser tab, and which contents it warns about first
// (docs/decisions/0072-the-inbox.md).

/** Larger files can only be downloaded, because a file is searched in memory before it is shown. */
export const MAX_SHOWN_BYTES = 16 * 1024 * 1024;

/** Whether the page offers to open a file with this name. The file's first bytes decide whether it is shown. */
export const isNamedShowable = (name: string): boolean =>
  /\.(?:pdf|png|jpe?g|gif|webp)$/i.test(name);

/** Types that are shown, as patterns of a file's first bytes in Latin-1. */
const TYPES = [
  ["application/pdf", /^%PDF-\d/],
  ["image/png", /^\x89PNG\r\n.\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
] as const;

export function findShownType(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return TYPES.find(([, pattern]) => pattern.test(start))?.[0];
}

const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** A name as a pattern. Its characters can be hexadecimal: `/J#61vaScript`. */
const name = (word: string) => `/${[...word].map(orHexadecimal).join("")}`;

const orHexadecimal = (letter: string) => {
  const code = letter.charCodeAt(0).toString(16);
  return `(?:${letter}|#${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
};

const END = "(?![\\w.#-])";
const SPACE = "[\\s\\0]*";
const REFERENCE = "\\d{1,9}\\s{1,9}\\d{1,5}\\s{1,9}R";

const oneOf = (...words: string[]) => `(?:${words.map(name).join("|")})`;

/**
 * Contents of a PDF other than pages. A destination as `OpenAction` is ignored: it only scrolls, and every word
 * processor writes one.
 */
const CONTENT = {
  script: new RegExp(`${name("JavaScript")}${END}|${name("JS")}${SPACE}(?:[(<]|${REFERENCE})`),
  launch: new RegExp(name("Launch") + END),
  action: new RegExp(`${oneOf("OpenAction", "AA")}${SPACE}(?:<<|${REFERENCE})`),
  form: new RegExp(oneOf("SubmitForm", "ImportData", "XFA") + END),
  attachment: new RegExp(oneOf("EmbeddedFile", "EmbeddedFiles") + END),
  media: new RegExp(oneOf("RichMedia", "Rendition", "Movie") + END),
  encrypted: new RegExp(`${name("Encrypt")}${SPACE}(?:<<|${REFERENCE})`),
};

/** `unchecked` means that the file could not be searched completely. */
export type PdfContent = keyof typeof CONTENT | "unchecked";

const KINDS = Object.keys(CONTENT) as (keyof typeof CONTENT)[]; // has no other keys

const search = (text: string) => KINDS.filter((kind) => CONTENT[kind].test(text));

/** The type of object streams, whose objects are compressed (ISO 32000-1, section 7.5.7). */
const OBJECT_STREAM = new RegExp(name("ObjStm"), "g");
const STREAM = /\bstream(?:\r\n?|\n)/;
const MAX_DICTIONARY_BYTES = 1024;

/** Matches the text after the numbers at the start of an object stream. Any other text is still encoded. */
const OBJECT = /^(?:[<[(/+.-]|true|false|null)/;

const isDecoded = (objects: string) => {
  const at = objects.search(/[^\s\0\d]/);
  return at < 0 || OBJECT.test(objects.slice(at, at + 5));
};

/** Limits on the object streams of a file. */
const MAX_STREAMS = 500;
const MAX_PACKED_BYTES = 2 * 1024 * 1024;
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;

/** Searches a PDF, including its compressed objects. */
export async function findPdfContent(bytes: Uint8Array<ArrayBuffer>): Promise<PdfContent[]> {
  const text = latin1(bytes);
  const found = new Set<PdfContent>(search(text));
  const left = { streams: MAX_STREAMS, packed: MAX_PACKED_BYTES, inflated: MAX_INFLATED_BYTES };
  let buffer: Uint8Array<ArrayBuffer> | undefined;
  for (const { index } of text.matchAll(OBJECT_STREAM)) {
    const { start, end } = findData(text, index);
    left.streams -= 1;
    left.packed -= end - start;
    if (start < 0 || left.streams < 0 || left.packed < 0) {
      found.add("unchecked");
      break;
    }
    buffer ??= new Uint8Array(MAX_INFLATED_BYTES);
    const packed = bytes.subarray(start, end);
    const inflated = await inflate(packed, buffer.subarray(0, left.inflated));
    left.inflated -= inflated.byteLength;
    const objects = latin1(inflated.byteLength > 0 ? inflated : packed);
    for (const kind of search(objects)) found.add(kind);
    if (isDecoded(objects) && left.inflated > 0) continue;
    found.add("unchecked");
    if (left.inflated <= 0) break;
  }
  return [...found];
}

/** Finds the data of the stream whose dictionary contains the name at `at`. `start` is -1 if there is no stream. */
function findData(text: string, at: number): { start: number; end: number } {
  const keyword = STREAM.exec(text.slice(at, at + MAX_DICTIONARY_BYTES));
  if (!keyword) return { start: -1, end: -1 };
  const start = at + keyword.index + keyword[0].length;
  const end = text.indexOf("endstream", start);
  return { start, end: end < 0 ? text.length : end };
}

/**
 * Inflates as much of the data as can be read into a buffer, even if the data is damaged. Like viewers, ignores a
 * wrong checksum and bytes after the data, such as the line break before `endstream`. `DecompressionStream` drops the
 * output in both cases.
 */
async function inflate(packed: Uint8Array, buffer: Uint8Array<ArrayBuffer>) {
  const { Z_SYNC_FLUSH, ZStream, zlibInflate, zlibInflateInit2 } = await import("pako");
  const stream = new ZStream();
  zlibInflateInit2(stream, WINDOW_BITS);
  stream.input = packed;
  stream.avail_in = packed.byteLength;
  stream.output = buffer;
  stream.avail_out = buffer.byteLength;
  zlibInflate(stream, Z_SYNC_FLUSH);
  return buffer.subarray(0, stream.next_out);
}

/** The largest window, with a zlib header. */
const WINDOW_BITS = 15;
