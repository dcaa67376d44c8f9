/** A stored file that can be read at any offset. */
export interface RandomAccessFile {
  /** Size in bytes. */
  size: number;
  /** Copies the bytes from `start` to `end`, or fewer if the file ends earlier. */
  read(start: number, end: number): Uint8Array<ArrayBuffer>;
}

/** A file's entry in a ZIP directory. */
export interface ZipEntry {
  name: string;
  /** Offset of the entry's local header. */
  at: number;
  /** Size in bytes. */
  packedSize: number;
  isDeflated: boolean;
}

export interface ZipDirectory {
  /** The entries whose names were requested. */
  entries: ZipEntry[];
  /** Sum of the declared unpacked sizes of all entries that were read, in bytes. */
  unpackedBytes: number;
  /** Whether all entries were read. False if there are too many. */
  isWhole: boolean;
}

const END = "PK\u0005\u0006";
const END_BYTES = 22;
/** Size of an end record with the longest comment. */
const MAX_END_BYTES = END_BYTES + 65_535;
/** Limit on candidates for the end record. */
const MAX_ENDS = 64;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** Maximum number of directory bytes that are read. */
const MAX_DIRECTORY_BYTES = 128 * 1024;
/**
 * Limits on the entries read: fixed, bytes of the file per additional entry, and in total. A CV in a Word
 * file has about 20 entries.
 */
const BASE_ENTRIES = 256;
const BYTES_PER_ENTRY = 640;
const MAX_ENTRIES = 700;
/** Marks a size that is in the entry's ZIP64 field. */
const IN_ZIP64_FIELD = 0xffffffff;
/** Limit on extra fields that are searched for an entry's ZIP64 field, which is usually the first. */
const MAX_EXTRA_FIELDS = 4;
const LOCAL_HEADER_BYTES = 30;

const latin1 = new TextDecoder("latin1");

/** @param head the start of a file in Latin-1 */
export const isZip = (head: string): boolean => head.startsWith("PK\u0003\u0004");

/**
 * Reads a ZIP's central directory. Returns undefined if it cannot be read reliably, as with a ZIP64 directory.
 *
 * Source: APPNOTE.TXT (PKWARE) 6.3.10, sections 4.3.12 and 4.3.16
 *
 * @param wanted the names of the entries to return
 */
export function readZipDirectory(file: RandomAccessFile, wanted: RegExp): ZipDirectory | undefined {
  const tailStart = Math.max(0, file.size - MAX_END_BYTES);
  const tail = file.read(tailStart, file.size);
  const end = findEnd(tail);
  if (end === undefined) return undefined;
  const view = toDataView(tail);
  const count = view.getUint16(end + 10, true);
  const length = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (start + length !== tailStart + end) return undefined;
  const bytes = file.read(start, start + Math.min(length, MAX_DIRECTORY_BYTES));
  const maxEntries = Math.min(MAX_ENTRIES, BASE_ENTRIES + file.size / BYTES_PER_ENTRY);
  const { readEntries, readBytes, ...read } = parseEntries(bytes, wanted, maxEntries);
  const isWhole = readEntries === count && readBytes === length;
  const isCut = readEntries >= maxEntries || length > MAX_DIRECTORY_BYTES;
  return isWhole || (isCut && readEntries < count) ? { ...read, isWhole } : undefined;
}

/** Finds the last end record whose comment ends at the end of the file. */
function findEnd(tail: Uint8Array): number | undefined {
  const view = toDataView(tail);
  const text = latin1.decode(tail);
  let offset = text.length - END_BYTES + 1;
  for (let tries = 0; tries < MAX_ENDS && offset > 0; tries += 1) {
    offset = text.lastIndexOf(END, offset - 1);
    if (offset < 0) return undefined;
    if (offset + END_BYTES + view.getUint16(offset + 20, true) === tail.byteLength) return offset;
  }
  return undefined;
}

/** Parses the complete entries at the start of a directory. */
function parseEntries(directory: Uint8Array, wanted: RegExp, maxEntries: number) {
  const view = toDataView(directory);
  const entries: ZipEntry[] = [];
  let unpackedBytes = 0;
  let readEntries = 0;
  let offset = 0;
  while (readEntries < maxEntries && offset + ENTRY_BYTES <= directory.byteLength) {
    const nameEnd = offset + ENTRY_BYTES + view.getUint16(offset + 28, true);
    const extraEnd = nameEnd + view.getUint16(offset + 30, true);
    const end = extraEnd + view.getUint16(offset + 32, true);
    if (view.getUint32(offset, true) !== ENTRY || end > directory.byteLength) break;
    const size = view.getUint32(offset + 24, true);
    unpackedBytes +=
      size === IN_ZIP64_FIELD ? zip64Size(directory.subarray(nameEnd, extraEnd)) : size;
    const name = latin1.decode(directory.subarray(offset + ENTRY_BYTES, nameEnd));
    if (wanted.test(name)) {
      entries.push({
        name,
        at: view.getUint32(offset + 42, true),
        packedSize: view.getUint32(offset + 20, true),
        isDeflated: view.getUint16(offset + 10, true) === 8,
      });
    }
    readEntries += 1;
    offset = end;
  }
  return { entries, unpackedBytes, readEntries, readBytes: offset };
}

/** Returns the size in an entry's ZIP64 field, which is the first extra field with id 1. */
function zip64Size(extra: Uint8Array): number {
  const view = toDataView(extra);
  let offset = 0;
  for (let field = 0; field < MAX_EXTRA_FIELDS && offset + 12 <= extra.byteLength; field += 1) {
    if (view.getUint16(offset, true) === 1) return Number(view.getBigUint64(offset + 4, true));
    offset += 4 + view.getUint16(offset + 2, true);
  }
  return IN_ZIP64_FIELD;
}

/**
 * Reads the packed data of an entry, which follows the entry's local header.
 * @param maxBytes limit on the size of the data
 */
export function readPacked(
  { at, packedSize }: ZipEntry,
  file: RandomAccessFile,
  maxBytes: number,
): Uint8Array<ArrayBuffer> {
  const [nameLow = 0, nameHigh = 0, extraLow = 0, extraHigh = 0] = file
    .read(at, at + LOCAL_HEADER_BYTES)
    .subarray(26);
  const start = at + LOCAL_HEADER_BYTES + nameLow + extraLow + 256 * (nameHigh + extraHigh);
  return file.read(start, start + Math.min(packedSize, maxBytes));
}

const toDataView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
