import type { Finding } from "./finding";
import { concatenate } from "~/app/runtime/streams.server";
import { inflate } from "./inflate.server";
import { readPacked, type RandomAccessFile, type ZipEntry } from "./zip-directory.server";

/** Limits for the relationships of a document's settings. Word writes one file of less than 2 KB. */
const MAX_RELATIONSHIP_FILES = 4;
const MAX_RELATIONSHIP_BYTES = 8 * 1024;

/** Maximum number of bytes read from the entry that identifies a file's type. */
const MAX_TYPE_BYTES = 64 * 1024;

const latin1 = new TextDecoder("latin1");

/** Matches the names of the examined entries, and some other names. */
export const EXAMINED = /(?:settings\.xml\.rels|\.bin|^\[Content_Types\]\.xml|^mimetype)$/i;

function isMacro(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name.endsWith(".bin") && name.includes("vbaproject");
}

/**
 * Returns a ZIP, without a directory, that contains only the entry that identifies an Office file's type.
 * Undefined if there is no such entry. LibreOffice and Google Docs write this entry last, after all pictures.
 */
export function readTypeEntry(
  entries: readonly ZipEntry[],
  file: RandomAccessFile,
): Uint8Array | undefined {
  const entry = entries.find(({ name }) => name === "[Content_Types].xml" || name === "mimetype");
  if (!entry) return undefined;
  const name = new TextEncoder().encode(entry.name);
  const packed = readPacked(entry, file, MAX_TYPE_BYTES);
  const content = unpack(entry, packed, new Uint8Array(MAX_TYPE_BYTES));
  // A local header of a stored file (APPNOTE.TXT, section 4.3.7).
  const header = new DataView(new ArrayBuffer(30));
  header.setUint32(0, 0x04034b50, true);
  header.setUint32(18, content.byteLength, true);
  header.setUint32(22, content.byteLength, true);
  header.setUint16(26, name.byteLength, true);
  return concatenate([new Uint8Array(header.buffer), name, content]);
}

/** Searches a Word document for macros and a remote template. */
export function findActiveEntry(entries: readonly ZipEntry[], file: RandomAccessFile): Finding {
  if (entries.some(({ name }) => isMacro(name))) return "active";
  const relationships = entries.filter(({ name }) =>
    name.toLowerCase().endsWith("settings.xml.rels"),
  );
  if (relationships.length > MAX_RELATIONSHIP_FILES) return "unchecked";
  let buffer = new Uint8Array(MAX_RELATIONSHIP_BYTES);
  let isCut = false;
  for (const entry of relationships) {
    const packed = readPacked(entry, file, MAX_RELATIONSHIP_BYTES);
    const text = latin1.decode(unpack(entry, packed, buffer));
    if (hasRemoteTemplate(text)) return "active";
    isCut ||= entry.packedSize > packed.byteLength || text.length === buffer.byteLength;
    buffer = buffer.subarray(text.length);
  }
  return isCut ? "unchecked" : "none";
}

/** Unpacks an entry up to the size of the buffer. */
const unpack = (
  { isDeflated }: ZipEntry,
  packed: Uint8Array<ArrayBuffer>,
  buffer: Uint8Array<ArrayBuffer>,
): Uint8Array =>
  isDeflated ? inflate(packed, "deflate-raw", buffer) : packed.subarray(0, buffer.byteLength);

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
