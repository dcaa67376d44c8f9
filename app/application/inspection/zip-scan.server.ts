import type { Finding } from "./finding";
import { inflate } from "./inflate.server";
import type { RandomAccessFile, ZipEntry } from "./zip-directory.server";

/** A ZIP with a larger declared unpacked size counts as a bomb. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;

/** Limits for the relationships of a document's settings. Word writes one file of less than 2 KB. */
const MAX_RELATIONSHIP_FILES = 4;
const MAX_RELATIONSHIP_BYTES = 8 * 1024;

/** Limit on the packed size of an entry that tells a file's type. */
const MAX_TYPE_BYTES = 64 * 1024;

const LOCAL_HEADER_BYTES = 30;
const DATA_DESCRIPTOR_BYTES = 16;

const latin1 = new TextDecoder("latin1");

/** Whether the declared sizes in a ZIP exceed `MAX_UNPACKED_BYTES`. */
export const isZipBomb = (entries: readonly ZipEntry[]): boolean =>
  entries.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED_BYTES;

/**
 * Returns the entry that tells the type of an Office file, as a ZIP without a directory. Undefined if there is no
 * such entry. LibreOffice and Google Docs write this entry last, after all pictures.
 */
export function readTypeEntry(
  entries: readonly ZipEntry[],
  file: RandomAccessFile,
): Uint8Array<ArrayBuffer> | undefined {
  const entry = entries.find(({ name }) => name === "[Content_Types].xml" || name === "mimetype");
  if (!entry) return undefined;
  const length = Math.min(entry.packedSize, MAX_TYPE_BYTES) + DATA_DESCRIPTOR_BYTES;
  return file.read(entry.at, dataOffset(entry, file) + length);
}

/** Searches a Word document for macros and a remote template. */
export function findActiveEntry(entries: readonly ZipEntry[], file: RandomAccessFile): Finding {
  if (entries.some(({ name }) => isMacro(name))) return "active";
  const relationships = entries.filter(({ name }) => /settings\.xml\.rels$/i.test(name));
  if (relationships.length > MAX_RELATIONSHIP_FILES) return "unchecked";
  let buffer = new Uint8Array(MAX_RELATIONSHIP_BYTES);
  let isCut = false;
  for (const entry of relationships) {
    const text = readEntry(entry, file, buffer);
    if (hasRemoteTemplate(text)) return "active";
    isCut ||= Math.max(entry.packedSize, text.length) >= buffer.byteLength;
    buffer = buffer.subarray(text.length);
  }
  return isCut ? "unchecked" : "none";
}

function isMacro(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name.endsWith(".bin") && name.includes("vbaproject");
}

/** Unpacks an entry into a buffer, up to the buffer's size. */
function readEntry(
  entry: ZipEntry,
  file: RandomAccessFile,
  buffer: Uint8Array<ArrayBuffer>,
): string {
  const start = dataOffset(entry, file);
  const packed = file.read(start, start + Math.min(entry.packedSize, buffer.byteLength));
  return latin1.decode(entry.isDeflated ? inflate(packed, "deflate-raw", buffer) : packed);
}

/** Returns the offset of an entry's data, which follows the entry's local header. */
function dataOffset({ at }: ZipEntry, file: RandomAccessFile): number {
  const [nameLow = 0, nameHigh = 0, extraLow = 0, extraHigh = 0] = file
    .read(at, at + LOCAL_HEADER_BYTES)
    .subarray(26);
  return at + LOCAL_HEADER_BYTES + nameLow + extraLow + 256 * (nameHigh + extraHigh);
}

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
