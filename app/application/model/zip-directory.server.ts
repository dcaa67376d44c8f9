/** Reads a file's bytes from the start. Each part is valid only until the next part is read. */
export type Bytes = () => Iterable<Uint8Array>;

/** A file's entry in a ZIP directory. Sizes are in bytes. */
export interface ZipEntry {
  name: string;
  at: number;
  packedSize: number;
  /** The declared unpacked size. */
  size: number;
  isDeflated: boolean;
}

const END = 0x06054b50;
const END_BYTES = 22;
/** Size of an end record with the longest comment. */
const MAX_END_BYTES = END_BYTES + 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
/** Marks a size that is in the entry's ZIP64 field. */
const IN_ZIP64_FIELD = 0xffffffff;

const latin1 = new TextDecoder("latin1");

export const isZip = (head: Uint8Array): boolean =>
  latin1.decode(head.subarray(0, 4)) === "PK\x03\x04";

/**
 * Reads a ZIP's entries from its central directory. Returns undefined if the directory cannot be read reliably, as
 * with a ZIP64 directory.
 *
 * Source: APPNOTE.TXT (PKWARE) 6.3.10, sections 4.3.12 and 4.3.16
 */
export function readZipEntries(bytes: Bytes): ZipEntry[] | undefined {
  let size = 0;
  for (const part of bytes()) size += part.byteLength;
  const tailAt = Math.max(0, size - MAX_END_BYTES);
  const tail = toDataView(slice(bytes, tailAt, size));
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && !isEnd(tail, end)) end--;
  if (end < 0) return undefined;
  const count = tail.getUint16(end + 10, true);
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (length > MAX_DIRECTORY_BYTES || start + length !== tailAt + end) return undefined;
  const entries = parseEntries(slice(bytes, start, start + length));
  return entries.length === count ? entries : undefined;
}

/** Whether the end record begins at `at`. The record's comment must end at the end of the file. */
const isEnd = (tail: DataView, at: number): boolean =>
  tail.getUint32(at, true) === END &&
  at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength;

function parseEntries(directory: Uint8Array): ZipEntry[] {
  const view = toDataView(directory);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength;) {
    if (view.getUint32(at, true) !== ENTRY) break;
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

/** Returns the size in an entry's ZIP64 field, which is the first extra field with id 1. */
function zip64Size(extra: Uint8Array): number {
  const view = toDataView(extra);
  for (let at = 0; at + 12 <= extra.byteLength; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return Number(view.getBigUint64(at + 4, true));
  }
  return IN_ZIP64_FIELD;
}

/** Copies the bytes from `start` to `end`, or fewer if the file ends earlier. */
export function slice(bytes: Bytes, start: number, end: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(Math.max(0, end - start));
  let length = 0;
  let at = 0;
  for (const part of bytes()) {
    const chunk = part.subarray(Math.max(0, start - at), Math.max(0, end - at));
    copy.set(chunk, length);
    length += chunk.byteLength;
    at += part.byteLength;
    if (at >= end) break;
  }
  return copy.subarray(0, length);
}

const toDataView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
