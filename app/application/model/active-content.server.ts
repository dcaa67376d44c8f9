import { isZip, slice, zipEntries, type Bytes, type ZipEntry } from "./zip-directory.server";

/** A document that says it unpacks to more is a ZIP bomb. */
const UNPACKED_MOST_BYTES = 500 * 1024 * 1024;

/** The most bytes that are unpacked of one stream, and how many it may have packed. */
const INFLATED_MOST_BYTES = 512 * 1024;
const PACKED_MOST_BYTES = 256 * 1024;
/** How many object streams of a PDF are unpacked. */
const OBJECT_STREAMS_MOST = 100;

const latin1 = new TextDecoder("latin1");

/** Whether a ZIP says that it unpacks to far more than any CV does. Nothing is unpacked to know it. */
export function isZipBomb(bytes: Bytes): boolean {
  if (!isZip(slice(bytes, 0, 4))) return false;
  const unpacked = zipEntries(bytes)?.reduce((sum, { size }) => sum + size, 0) ?? 0;
  return unpacked > UNPACKED_MOST_BYTES;
}

/**
 * Whether a file has something that acts when it is opened: JavaScript or a program to launch in a PDF,
 * macros or a template from elsewhere in a Word document. False for a file that cannot be read.
 *
 * Not seen: what is in an encrypted PDF, behind another filter than Flate, in a name with `#` escapes, or
 * in a stream past the limits above; in old Word and RTF files; in a file attached to a PDF.
 */
export async function hasActiveContent(bytes: Bytes): Promise<boolean> {
  try {
    const head = slice(bytes, 0, 1024);
    if (isZip(head)) return await isActiveDocument(bytes);
    return latin1.decode(head).includes("%PDF-") && (await isActivePdf(bytes));
  } catch {
    return false;
  }
}

/** An action that runs JavaScript or a program (ISO 32000-1, section 12.6.4). */
const PDF_ACTION =
  /\/(?:JavaScript|Launch)(?![\w.-])|\/JS\s{0,9}(?:[(<]|\d{1,9}\s{1,9}\d{1,5}\s{1,9}R)/;

/** The most bytes of a stream's dictionary between its type and its data. */
const DICTIONARY_MOST_BYTES = 1024;

async function isActivePdf(bytes: Bytes): Promise<boolean> {
  let unpacked = 0;
  /** The end of what was looked at, in which something may have begun. */
  let rest: Uint8Array = new Uint8Array(0);
  for (const part of bytes()) {
    const window = new Uint8Array(rest.byteLength + part.byteLength);
    window.set(rest);
    window.set(part, rest.byteLength);
    const text = latin1.decode(window);
    if (PDF_ACTION.test(text)) return true;
    let keepFrom = Math.max(0, text.length - DICTIONARY_MOST_BYTES);
    let dictionaryAt = 0;
    for (const { index, 0: keyword } of text.matchAll(/\bstream\r?\n/g)) {
      const from = Math.max(dictionaryAt, index - DICTIONARY_MOST_BYTES);
      const start = (dictionaryAt = index + keyword.length);
      // An object stream (ISO 32000-1, section 7.5.7).
      if (!text.slice(from, index).includes("/ObjStm")) continue;
      const end = text.indexOf("endstream", start);
      if (end < 0) {
        if (text.length - start < PACKED_MOST_BYTES) keepFrom = Math.min(keepFrom, from);
        break;
      }
      // One that ends in the part that is kept is seen again, which does no harm.
      if (++unpacked > OBJECT_STREAMS_MOST) return false;
      const packed = window.subarray(start, end - endOfLine(text, end));
      if (PDF_ACTION.test(await inflated(packed, "deflate"))) return true;
    }
    rest = window.slice(keepFrom);
  }
  return false;
}

/** How long the end of a line is that stands before a place; a stream's data does not include it. */
const endOfLine = (text: string, at: number) =>
  /\r?\n?$/.exec(text.slice(at - 2, at))?.[0].length ?? 0;

/** An address in the network, and no path on the candidate's own disk. */
const REMOTE = /\bTarget\s*=\s*["'](?:https?:|ftp:|\\\\|file:\/{2,}(?!\/|[A-Za-z]:))/i;

/** Whether Word would load a template from the network. */
const hasRemoteTemplate = (relationships: string): boolean =>
  [...relationships.matchAll(/<Relationship\b[^<>]*/g)].some(
    ([one]) => one.includes("attachedTemplate") && one.includes("External") && REMOTE.test(one),
  );

async function isActiveDocument(bytes: Bytes): Promise<boolean> {
  const entries = zipEntries(bytes) ?? [];
  if (entries.some(({ name }) => /vbaProject[^/]*\.bin$/i.test(name))) return true;
  const settings = entries.find(({ name }) => /_rels[\\/]settings\.xml\.rels$/i.test(name));
  return settings !== undefined && hasRemoteTemplate(await contentOf(settings, bytes));
}

const LOCAL_HEADER_BYTES = 30;

async function contentOf({ at, packedSize, isDeflated }: ZipEntry, bytes: Bytes): Promise<string> {
  const header = slice(bytes, at, at + LOCAL_HEADER_BYTES);
  const [nameLow = 0, nameHigh = 0, extraLow = 0, extraHigh = 0] = header.subarray(26);
  const start = at + LOCAL_HEADER_BYTES + nameLow + extraLow + 256 * (nameHigh + extraHigh);
  const packed = slice(bytes, start, start + Math.min(packedSize, PACKED_MOST_BYTES));
  return isDeflated ? inflated(packed, "deflate-raw") : latin1.decode(packed);
}

/** What a stream unpacks to, up to `INFLATED_MOST_BYTES` or to where it cannot be read. */
async function inflated(
  packed: Uint8Array<ArrayBuffer>,
  format: "deflate" | "deflate-raw",
): Promise<string> {
  const reader = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream(format))
    .getReader();
  let text = "";
  try {
    while (text.length < INFLATED_MOST_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += latin1.decode(value);
    }
    await reader.cancel();
  } catch {
    // What came before the fault is looked at.
  }
  return text;
}
