/** A stored file that can be read at any offset. */
export interface RandomAccessFile {
  /** Size in bytes. */
  size: number;
  /** Copies the bytes from `start` to `end`, or fewer if the file ends earlier. */
  read(start: number, end: number): Uint8Array<ArrayBuffer>;
}

/** A file's entry in a ZIP directory. Sizes are in bytes. */
export interface ZipEntry {
  name: string;
  at: number;
  packedSize: number;
  /** The declared unpacked size. */
  size: number;
  isDeflated: boolean;
}

const END = "PK\u0005\u0006";
const END_BYTES = 22;
/** Size of an end record with the longest comment. */
const MAX_END_BYTES = END_BYTES + 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** Limits for the part of a directory that is read. A CV in a Word file has about 20 entries. */
const MAX_DIRECTORY_BYTES = 64 * 1024;
const MAX_ENTRIES = 500;
/** Marks a size that is in the entry's ZIP64 field. */
const IN_ZIP64_FIELD = 0xffffffff;

const latin1 = new TextDecoder("latin1");

/** @param head the start of a file in Latin-1 */
export const isZip = (head: string): boolean => head.startsWith("PK\u0003\u0004");

/**
 * Reads a ZIP's entries from its central directory. Returns undefined if the directory cannot be read reliably, as
 * with a ZIP64 directory.
 *
 * Source: APPNOTE.TXT (PKWARE) 6.3.10, sections 4.3.12 and 4.3.16
 *
 * @returns `isWhole`: whether these are all entries. Otherwise, the others were too many to read
 */
export function readZipEntries(
  file: RandomAccessFile,
): { entries: ZipEntry[]; isWhole: boolean } | undefined {
  const tailAt = Math.max(0, file.size - MAX_END_BYTES);
  const tail = file.read(tailAt, file.size);
  const end = findEnd(tail);
  if (end === undefined) return undefined;
  const view = toDataView(tail);
  const count = view.getUint16(end + 10, true);
  const length = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (start + length !== tailAt + end) return undefined;
  const entries = parseEntries(file.read(start, start + Math.min(length, MAX_DIRECTORY_BYTES)));
  const isWhole = entries.length === count;
  const isCut = length > MAX_DIRECTORY_BYTES || entries.length === MAX_ENTRIES;
  return isWhole || (isCut && count > entries.length) ? { entries, isWhole } : undefined;
}

/** Limit on candidates for the end record. */
const MAX_ENDS = 16;

/** Finds the last end record whose comment ends at the end of the file. */
function findEnd(tail: Uint8Array): number | undefined {
  const view = toDataView(tail);
  const text = latin1.decode(tail);
  let at = text.length - END_BYTES + 1;
  for (let tries = 0; tries < MAX_ENDS && at > 0; tries += 1) {
    at = text.lastIndexOf(END, at - 1);
    if (at < 0) return undefined;
    if (at + END_BYTES + view.getUint16(at + 20, true) === tail.byteLength) return at;
  }
  return undefined;
}

function parseEntries(directory: Uint8Array): ZipEntry[] {
  const view = toDataView(directory);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength;) {
    if (view.getUint32(at, true) !== ENTRY || entries.length === MAX_ENTRIES) break;
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const size = view.getUint32(at + 24, true);
    entries.push({
      name: latin1.decode(directory.subarray(at + ENTRY_BYTES, nameEnd)),
      at: view.getUint32(at + 42, true),
      packedSize: view.getUint32(at + 20, true),
      size: size === IN_ZIP64_FIELD ? zip64Size(directory.subarray(nameEnd, extraEnd)) : size,
      isDeflated: view.getUint16(at + 10, true) === 8,
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Limit on extra fields that are searched for an entry's ZIP64 field, which is usually the first. */
const MAX_EXTRA_FIELDS = 4;

/** Returns the size in an entry's ZIP64 field, which is the first extra field with id 1. */
function zip64Size(extra: Uint8Array): number {
  const view = toDataView(extra);
  let at = 0;
  for (let field = 0; field < MAX_EXTRA_FIELDS && at + 12 <= extra.byteLength; field += 1) {
    if (view.getUint16(at, true) === 1) return Number(view.getBigUint64(at + 4, true));
    at += 4 + view.getUint16(at + 2, true);
  }
  return IN_ZIP64_FIELD;
}

const toDataView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
