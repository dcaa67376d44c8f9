import { isZip, slice, readZipEntries, type Bytes, type ZipEntry } from "./zip-directory.server";

/** A ZIP with a larger declared unpacked size counts as a bomb. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;

/** Limits for one PDF stream or ZIP entry. */
const MAX_INFLATED_BYTES = 512 * 1024;
const MAX_PACKED_BYTES = 256 * 1024;

/** Number of bytes that can still be unpacked from a file. */
interface Budget {
  bytes: number;
}
const BUDGET_BYTES = 8 * 1024 * 1024;

const latin1 = new TextDecoder("latin1");

/**
 * Whether the declared sizes in a ZIP exceed `MAX_UNPACKED_BYTES`. Unpacks nothing.
 * @param isDocument whether an unreadable directory counts as a bomb
 */
export function isZipBomb(bytes: Bytes, isDocument: boolean): boolean {
  if (!isZip(slice(bytes, 0, 4))) return false;
  const entries = readZipEntries(bytes);
  if (!entries) return isDocument;
  return entries.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED_BYTES;
}

/**
 * Whether a file has content that can run code: JavaScript or a launch action in a PDF, macros or a remote
 * template in a Word document. False if the file can't be read. Doesn't search encrypted streams, streams with
 * filters other than Flate, streams over the limits above, PDF attachments, and old Word and RTF files. Doesn't
 * recognize PDF names with `#` escapes.
 */
export async function hasActiveContent(bytes: Bytes): Promise<boolean> {
  try {
    const head = slice(bytes, 0, 1024);
    const budget = { bytes: BUDGET_BYTES };
    if (isZip(head)) return await isActiveDocument(bytes, budget);
    return latin1.decode(head).includes("%PDF-") && (await isActivePdf(bytes, budget));
  } catch {
    return false;
  }
}

/** An action that runs JavaScript or a program (ISO 32000-1, section 12.6.4). */
const PDF_ACTION = /\/S[\s\0]*\/(?:JavaScript|Launch)(?![\w.-])/;

/** A script. Compressed data can match this pattern by chance, so only uncompressed text is searched. */
const PDF_SCRIPT = /\/JS[\s\0]*(?:[(<]|\d{1,9}\s{1,9}\d{1,5}\s{1,9}R)/;

/** Maximum number of bytes between a stream dictionary's type and the stream's data. */
const MAX_DICTIONARY_BYTES = 1024;

async function isActivePdf(bytes: Bytes, budget: Budget): Promise<boolean> {
  /** The end of the previous window, where a match or a stream can begin. */
  let rest: Uint8Array = new Uint8Array(0);
  /** Whether `rest` begins inside a stream that is not unpacked. */
  let isData = false;
  for (const part of bytes()) {
    const window = new Uint8Array(rest.byteLength + part.byteLength);
    window.set(rest);
    window.set(part, rest.byteLength);
    const text = latin1.decode(window);
    if (PDF_ACTION.test(text)) return true;
    let at = 0;
    let keepFrom = text.length - MAX_DICTIONARY_BYTES;
    for (;;) {
      if (isData) {
        const end = text.indexOf("endstream", at);
        if (end < 0) break;
        isData = false;
        at = end;
      }
      const keyword = streamKeyword(text, at);
      const outside = text.slice(at, keyword?.index);
      if (PDF_SCRIPT.test(outside)) return true;
      if (!keyword) break;
      const start = keyword.index + keyword[0].length;
      const dictionary = outside.slice(-MAX_DICTIONARY_BYTES);
      // An object stream (ISO 32000-1, section 7.5.7).
      if (dictionary.includes("/ObjStm")) {
        const end = text.indexOf("endstream", start);
        if (end < 0 && text.length - start < MAX_PACKED_BYTES) {
          keepFrom = Math.min(keepFrom, keyword.index - dictionary.length);
          break;
        }
        if (end >= 0) {
          const data = window.slice(start, end - endOfLine(text, end));
          const objects = dictionary.includes("/Filter")
            ? await inflate(data, "deflate", budget)
            : latin1.decode(data);
          if (PDF_ACTION.test(objects) || PDF_SCRIPT.test(objects)) return true;
        }
      }
      isData = true;
      at = start;
    }
    rest = window.slice(Math.max(at, keepFrom));
  }
  return false;
}

/** The next `stream` keyword, which precedes a stream's data. */
function streamKeyword(text: string, from: number): RegExpExecArray | null {
  const keyword = /\bstream\r?\n/g;
  keyword.lastIndex = from;
  return keyword.exec(text);
}

/** Length of the line ending just before `at`, which does not belong to a stream's data. */
const endOfLine = (text: string, at: number) =>
  /\r?\n?$/.exec(text.slice(at - 2, at))?.[0].length ?? 0;

/** A path on a local disk, without `file://`. */
const LOCAL_PATH = /^\/?(?:[a-z]:[\\/]|[^\\/:%][^:]*$)/i;

/** Whether Word would load a template from the network. */
function hasRemoteTemplate(relationships: string): boolean {
  // Removing NULs makes ASCII characters in UTF-16 readable.
  const elements = relationships
    .replaceAll("\0", "")
    .matchAll(/<(?:[\w.-]+:)?Relationship\b[^<]*/g);
  return [...elements].some(([element]) => {
    const [, double, single = ""] = /\bTarget\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(element) ?? [];
    const path = decodeEntities(double ?? single)
      .trim()
      .replace(/^file:\/\/(?=\/)/i, "");
    const plain = decodeEntities(element);
    return (
      plain.includes("attachedTemplate") && plain.includes("External") && !LOCAL_PATH.test(path)
    );
  });
}

const ENTITIES = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

const decodeEntities = (xml: string): string =>
  xml.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (entity, decimal?: string, hex?: string, name = "") =>
      decimal !== undefined || hex !== undefined
        ? String.fromCharCode(
            decimal === undefined ? parseInt(hex ?? "", 16) : parseInt(decimal, 10),
          )
        : (ENTITIES.get(name as string) ?? entity),
  );

async function isActiveDocument(bytes: Bytes, budget: Budget): Promise<boolean> {
  const entries = readZipEntries(bytes) ?? [];
  if (entries.some(({ name }) => /vbaProject[^/]*\.bin$/i.test(name))) return true;
  for (const entry of entries) {
    if (!/settings\.xml\.rels$/i.test(entry.name) || budget.bytes <= 0) continue;
    if (hasRemoteTemplate(await readEntry(entry, bytes, budget))) return true;
  }
  return false;
}

const LOCAL_HEADER_BYTES = 30;

async function readEntry(
  { at, packedSize, isDeflated }: ZipEntry,
  bytes: Bytes,
  budget: Budget,
): Promise<string> {
  const header = slice(bytes, at, at + LOCAL_HEADER_BYTES);
  const [nameLow = 0, nameHigh = 0, extraLow = 0, extraHigh = 0] = header.subarray(26);
  const start = at + LOCAL_HEADER_BYTES + nameLow + extraLow + 256 * (nameHigh + extraHigh);
  const packed = slice(bytes, start, start + Math.min(packedSize, MAX_PACKED_BYTES));
  if (isDeflated) return inflate(packed, "deflate-raw", budget);
  budget.bytes -= packed.byteLength;
  return latin1.decode(packed);
}

/**
 * Sizes of the slices of packed data, in bytes. 2 KB unpack to about 2 MB at most. workerd drops the output of a
 * failed write, so a slice with an error is written again in smaller slices.
 */
const SLICES = [2048, 64, 1] as const;

/** Cost of each write in the budget, in addition to the write's output. */
const WRITE_COSTS_BYTES = 256;

/** Unpacks a stream up to a limit or the first error. Returns an empty string if `packed` is too long. */
async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  format: "deflate" | "deflate-raw",
  budget: Budget,
): Promise<string> {
  if (packed.byteLength > MAX_PACKED_BYTES) return "";
  let text = "";
  let validBytes = 0;
  for (const size of SLICES) {
    const ends = [];
    for (let at = 0; at < packed.byteLength; ends.push(at)) {
      at = at < validBytes ? Math.min(at + SLICES[0], validBytes) : at + size;
    }
    const result = await inflateSlices(packed, ends, format, budget);
    text = result.text;
    if (!result.hasFailed) break;
    validBytes = result.soundBytes;
  }
  return text;
}

/**
 * Unpacks data slice by slice. workerd's `DecompressionStream` has no backpressure, so the output of each slice
 * is read before the next slice is written.
 */
async function inflateSlices(
  packed: Uint8Array<ArrayBuffer>,
  ends: readonly number[],
  format: "deflate" | "deflate-raw",
  budget: Budget,
) {
  const { readable, writable } = new DecompressionStream(format);
  const reader = readable.getReader();
  const writer = writable.getWriter();
  let text = "";
  const readAll = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += latin1.decode(value);
    }
  };
  const reading = readAll().catch(() => undefined);
  let soundBytes = 0;
  let hasFailed = false;
  try {
    for (const end of ends) {
      if (text.length >= MAX_INFLATED_BYTES || budget.bytes <= 0) break;
      const before = text.length;
      await writer.write(packed.slice(soundBytes, end));
      let seen;
      do {
        seen = text.length;
        await nextTask();
      } while (text.length > seen);
      budget.bytes -= text.length - before + WRITE_COSTS_BYTES;
      soundBytes = end;
    }
    // Node might still be unpacking. Closing fails if the data is incomplete.
    if (soundBytes >= packed.byteLength) await Promise.allSettled([writer.close(), reading]);
  } catch {
    hasFailed = true;
  }
  void Promise.allSettled([reader.cancel(), writer.abort()]);
  return { text, soundBytes, hasFailed };
}

/** Node has no global `scheduler`. */
const nextTask = (): Promise<void> =>
  "scheduler" in globalThis
    ? scheduler.wait(0)
    : new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
