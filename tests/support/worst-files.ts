import { readFile } from "node:fs/promises";
import { deflateSync, gzipSync } from "node:zlib";
import { createZip, readZip, type ZipEntry } from "./zip";

/** Repeats a text up to `size` bytes. */
const repeat = (text: string, size: number) => Buffer.alloc(Math.max(0, size), text, "latin1");

const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(["%PDF-1.7\n", ...parts, "\n%%EOF\n"].map((part) => Buffer.from(part)));

const objectStream = (data: Buffer) =>
  Buffer.concat([
    Buffer.from("1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n"),
    data,
    Buffer.from("\nendstream endobj\n"),
  ]);

/** Repeats object streams up to `size` bytes. */
function objectStreams(size: number, unpacked: Buffer) {
  const stream = objectStream(deflateSync(unpacked));
  return pdf(Buffer.alloc(Math.max(stream.length, size), stream));
}

/** Noise that most files share, generated once. */
let firstNoise = Buffer.alloc(0);

/** Returns poorly compressible text, which depends on the seed. */
function noise(size: number, seed = 1): Buffer {
  if (seed === 1 && size <= firstNoise.length) return firstNoise.subarray(0, Math.max(0, size));
  const bytes = Buffer.alloc(size);
  let state = seed;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    bytes[at] = state >> 16;
  }
  if (seed === 1) firstNoise = bytes;
  return bytes;
}

const CONTENT_TYPES = {
  name: "[Content_Types].xml",
  content:
    '<Types><Override PartName="/word/document.xml" ContentType="application/' +
    'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
};

/** Creates a Word file of about `size` bytes. A picture fills the remaining space. */
function docx(size: number, entries: readonly ZipEntry[], comment?: Buffer) {
  const all = [CONTENT_TYPES, ...entries];
  const left = size - createZip(all, comment).length - 140;
  const picture = { name: "word/media/image1.jpeg", content: noise(left), isStored: true };
  return createZip([...all, picture], comment);
}

const DIRECTORY_ENTRY_BYTES = 46;

/** Returns the maximum number of copies of an entry for a Word file of this size. */
const entries = (size: number, entry: ZipEntry, limit = 65_530) =>
  Array<ZipEntry>(
    Math.min(limit, Math.floor(size / (DIRECTORY_ENTRY_BYTES + 32 + 2 * entry.name.length))),
  ).fill(entry);

const SETTINGS = "word/_rels/settings.xml.rels";
const LARGE_SETTINGS = { name: SETTINGS, content: repeat("<Relationship ", 40_000_000) };

/** Fills a file that starts like a real file with a repeated text. */
const filled = (start: Buffer | string, text: string) => (size: number) =>
  Buffer.concat([Buffer.from(start), repeat(text, size - start.length)]);

/** Full or partial matches for the markers that the site searches for in files. */
const MARKS = [
  "e",
  "%",
  "P",
  "endstrea",
  "%%EO",
  "%%EOF",
  "PK\u0005\u0006\0\0\0\0\u0001\0\u0002\0",
];

const START = {
  doc: Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504)]),
  rtf: Buffer.from("{\\rtf1 "),
  jpg: Buffer.from("ffd8ffe000104a46494600", "hex"),
  gif: Buffer.from("GIF89a"),
  webp: Buffer.from("RIFF\0\0\0\0WEBPVP8 "),
  mp4: Buffer.from("\0\0\0\u0018ftypmp42"),
  txt: Buffer.from("Ana"),
  png: Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108020000009077", "hex"),
};

/** File headers that cost packages more work than those of the accepted types. */
const HEADS: [name: string, start: (size: number) => Buffer][] = [
  ["a gzip of ZIP entries without sizes", () => gzipSync(Buffer.concat(Array(16).fill(ENTRY)))],
  ["empty ID3 tags", (size) => repeat("ID3\u0004\0\0\0\0\0\0", size)],
  ["byte order marks", (size) => repeat("\u00ef\u00bb\u00bf", size)],
];

const DESCRIPTOR_AT = 2 ** 20 - 64;

/** A ZIP entry whose size is only in a descriptor after the data. */
const ENTRY = Buffer.concat([
  Buffer.from("PK\u0003\u0004\u0014\0\u0008\0".padEnd(26, "\0") + "\u0001\0\0\0a", "latin1"),
  Buffer.alloc(DESCRIPTOR_AT),
  Buffer.from("PK\u0007\u0008\0\0\0\0", "latin1"),
  Buffer.from(Uint32Array.of(DESCRIPTOR_AT, 0).buffer),
]);

/** Four blocks of compressed data that have a Huffman table and no output. */
const EMPTY_BLOCKS = Buffer.from(
  "04c081000000000090ff6a24000e040000000080fc57230170200000000000e4bf1a098003010000000020ffd5",
  "hex",
);

type Create = (size: number) => Buffer;

/** Files that take as much work as possible: the extension, a description, and a function of the size. */
export const WORST_FILES: [extension: string, name: string, create: Create][] = [
  [
    "docx",
    "empty settings files",
    (size) => docx(size, entries(size, { name: "settings.xml.rels", isStored: true })),
  ],
  [
    "docx",
    "four large settings files",
    (size) =>
      docx(
        size,
        Array<ZipEntry>(4).fill({
          name: SETTINGS,
          content: repeat("<Relationship Target='a'/>", 2040),
        }),
      ),
  ],
  ["docx", "a large settings file", (size) => docx(size, [LARGE_SETTINGS])],
  ["docx", "many entries", (size) => docx(size, entries(size, { name: "a" }, 8000))],
  [
    "docx",
    "entries with long names",
    (size) => docx(size, entries(size, { name: "vbaProject".repeat(6000), isStored: true }, 16)),
  ],
  [
    "docx",
    "extra fields",
    (size) =>
      docx(
        size,
        entries(size / 20, { name: "a", size: 0xffffffff, extra: Buffer.alloc(1000) }, 900),
      ),
  ],
  [
    "docx",
    "a comment of end records",
    (size) => docx(size, [], repeat("PK\u0005\u0006", Math.min(65_000, size / 2))),
  ],
  [
    "docx",
    "a large type entry",
    (size) =>
      docx(size, [{ name: "[Content_Types].xml", content: repeat("<Override ", 1_000_000) }]),
  ],
  ["pdf", "empty streams", filled("%PDF-1.7\n", " stream\nendstream")],
  [
    "docx",
    "no type entry",
    (size) => createZip([{ name: "mimetypes", content: noise(size - 200), isStored: true }]),
  ],
  [
    "odt",
    "a type entry that unpacks to 1 MB",
    (size) =>
      createZip([
        { name: "mimetype", content: repeat("\u00ff\u00c0", 2 ** 20) },
        { name: "a", content: noise(size - 1200), isStored: true },
      ]),
  ],
  ["zip", "many entries", (size) => createZip(entries(size, { name: "a.bin" }))],
  ["png", "empty chunks", filled(START.png.subarray(0, 33), "\0\0\0\0tEXt\0\0\0\0")],
  [
    "pdf",
    "object streams of empty blocks",
    (size) =>
      Buffer.alloc(
        size,
        pdf(
          objectStream(
            Buffer.concat([
              Buffer.from([0x78, 0x9c]),
              Buffer.alloc(Math.min(size - 100, 200_000), EMPTY_BLOCKS),
            ]),
          ),
        ),
      ),
  ],
  ["pdf", "starts of streams", filled("%PDF-1.7\n", " stream\n")],
  ["pdf", "empty object streams", filled("%PDF-1.7\n", "/ObjStm stream\nendstream ")],
  ["pdf", "small object streams", (size) => objectStreams(size, Buffer.from("1 0 <<>>"))],
  [
    "pdf",
    "object streams that unpack to 500 KB",
    (size) => objectStreams(size, repeat("/JS ", 500_000)),
  ],
  [
    "pdf",
    "object streams that unpack to 20 KB",
    (size) => objectStreams(size, repeat("/S /J", 20_000)),
  ],
  [
    "pdf",
    "object streams of noise",
    (size) =>
      pdf(
        ...Array.from({ length: Math.ceil(size / 200_000) }, (_, seed) =>
          objectStream(deflateSync(noise(Math.min(size, 195_000), seed))),
        ),
      ),
  ],
  ["pdf", "an object stream without an end", filled("%PDF-1.7\n/ObjStm/Filter stream\n", "x")],
  ["pdf", "starts of actions", filled("%PDF-1.7\n", "/S  ")],
  ["pdf", "an action with much white space", filled("%PDF-1.7\n/S", " ")],
  ["pdf", "starts of scripts", filled("%PDF-1.7\n", "/JS 123456789         12345         ")],
  ...MARKS.map((mark): [string, string, Create] => [
    "pdf",
    JSON.stringify(mark),
    filled("%PDF-1.7\n", mark),
  ]),
  ...["doc", "jpg", "mp4"].flatMap((extension) =>
    HEADS.map(([name, start]): [string, string, Create] => [
      extension,
      name,
      (size) => Buffer.concat([start(size), noise(size)]).subarray(0, size),
    ]),
  ),
  ...Object.entries(START).flatMap(([extension, start]) =>
    MARKS.map((mark): [string, string, Create] => [
      extension,
      JSON.stringify(mark),
      filled(start, mark),
    ]),
  ),
];

/** Creates a real file of about `size` bytes: a fixture, with a picture that adds the missing bytes. */
export async function realFile(extension: string, size: number): Promise<Buffer> {
  const file = await readRealFile(extension);
  const picture = noise(size - file.length);
  if (file.subarray(0, 2).equals(Buffer.from("PK"))) {
    const files = Array.from(readZip(file), ([name, content]) => ({ name, content }));
    return createZip([...files, { name: "media/image1.jpeg", content: picture, isStored: true }]);
  }
  // An incremental update, as a PDF editor writes it.
  const before = extension === "pdf" ? "9 0 obj\n<</Subtype/Image>>\nstream\n" : "";
  const after = extension === "pdf" ? "\nendstream\nendobj\n%%EOF\n" : "";
  return Buffer.concat([file, Buffer.from(before), picture, Buffer.from(after)]);
}

function readRealFile(extension: string): Promise<Buffer> {
  if (extension === "pdf") return readFile("tests/fixtures/accepted/cv-academic.pdf");
  if (extension === "odt") return readFile("tests/fixtures/invalid/text.odt");
  if (extension === "zip") return readFile("tests/fixtures/accepted/cv.docx");
  const start = (START as Record<string, Buffer>)[extension];
  const isFixture = ["docx", "doc", "rtf", "jpg", "png"].includes(extension);
  if (!isFixture && start) return Promise.resolve(start);
  return readFile(`tests/fixtures/accepted/cv.${extension}`);
}
