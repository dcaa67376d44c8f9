/** Returns the files in an uncompressed ZIP by path. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error("Not a ZIP, or truncated");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error("Missing directory entry");
    if (bytes.readUInt16LE(at + 10) !== 0) throw new Error("Compressed entry");
    const size = bytes.readUInt32LE(at + 24);
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    );
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (files.has(name)) throw new Error(`${name} appears twice`);
    files.set(name, bytes.subarray(begin, begin + size));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
