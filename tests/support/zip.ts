import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Returns the files in a ZIP by path. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error("Not a ZIP, or truncated");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error("Missing directory entry");
    const isDeflated = bytes.readUInt16LE(at + 10) === 8;
    const size = bytes.readUInt32LE(at + 20);
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    );
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (files.has(name)) throw new Error(`${name} appears twice`);
    const packed = bytes.subarray(begin, begin + size);
    files.set(name, isDeflated ? inflateRawSync(packed) : packed);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

export interface ZipEntry {
  name: string;
  content?: Uint8Array | string;
  /** Whether the content is stored without compression. */
  isStored?: boolean;
  /** The declared unpacked size, in bytes. */
  size?: number;
  /** Extra fields in the central directory. */
  extra?: Uint8Array;
}

/** An entry's name, its data, and the fields from the version to the lengths, which both headers share. */
interface Packed {
  path: Buffer;
  packed: Buffer;
  common: Buffer;
}

/** Caches entries, because some tests repeat one thousands of times or create several files from it. */
const packedEntries = new WeakMap<ZipEntry, Packed>();

function pack(entry: ZipEntry): Packed {
  const known = packedEntries.get(entry);
  if (known) return known;
  const { name, content = "", isStored = false, size } = entry;
  const unpacked = Buffer.from(content);
  const packed = isStored ? unpacked : deflateRawSync(unpacked);
  const path = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20);
  common.writeUInt16LE(isStored ? 0 : 8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(size ?? unpacked.length, 18);
  common.writeUInt16LE(path.length, 22);
  const result = { path, packed, common };
  packedEntries.set(entry, result);
  return result;
}

const LOCAL = Buffer.from("PK\u0003\u0004");
const DIRECTORY = Buffer.from("PK\u0001\u0002\u0014\0");
const NO_EXTRA = Buffer.alloc(0);

/** Creates a ZIP with a directory. Its checksums are 0. */
export function createZip(entries: readonly ZipEntry[], comment: Uint8Array | string = ""): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { path, packed, common } = pack(entry);
    const extra = Buffer.from(entry.extra ?? NO_EXTRA);
    locals.push(LOCAL, common, path, packed);
    const withExtra = Buffer.from(common);
    withExtra.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(DIRECTORY, withExtra, rest, path, extra);
    at += 30 + path.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(entries.length & 0xffff, 8);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)]);
}
