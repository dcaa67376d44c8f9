import { readFile } from "node:fs/promises";
import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hasActiveContent, isZipBomb } from "./active-content.server";

const inParts = (file: Uint8Array, size: number) =>
  function* () {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
  };

/** Whether a file has active content. Checks that the part size makes no difference. */
async function isActive(file: Uint8Array): Promise<boolean> {
  const whole = await hasActiveContent(inParts(file, 64 * 1024));
  const cut = await hasActiveContent(inParts(file, 61));
  expect(cut).toBe(whole);
  return whole;
}

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat(["%PDF-1.7\n", ...objects, "\n%%EOF\n"].map((object) => Buffer.from(object)));

const objectStream = (text: string, dictionary = "/Type /ObjStm /Filter /FlateDecode") => [
  `5 0 obj\n<<${dictionary}>>\nstream\r\n`,
  deflateSync(text),
  "\nendstream\nendobj\n",
];

const PACKED = Array<(string | Buffer)[]>(101).fill(objectStream("1 0 <<>>"));

interface Entry {
  name: string;
  content?: string;
  /** The declared unpacked size, in bytes. */
  size?: number;
}

function zip(...entries: Entry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = "", size = content.length } of entries) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(name.length, 26);
    locals.push(local, Buffer.from(name), packed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    at += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries.length & 0xffff, 8);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const template = (target: string, mode = "External") => ({
  name: "word/_rels/settings.xml.rels",
  content:
    '<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/' +
    `officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="${mode}"/></Relationships>`,
});

const DOCUMENT = { name: "word/document.xml", content: "<w:document/>" };
const OTHER_SETTINGS = { name: "other/_rels/settings.xml.rels", content: "<Relationships/>" };
const GB = 1024 ** 3;

/** Creates a document with a changed value in its end record. */
function withEnd(at: number, value: number, bytes: 2 | 4) {
  const file = zip(DOCUMENT, DOCUMENT);
  file.writeUIntLE(value, file.length - 22 + at, bytes);
  return file;
}

describe("hasActiveContent", () => {
  test.each<[string, Uint8Array]>([
    ["JavaScript in a PDF", pdf("1 0 obj\n<</S /JavaScript /JS (app.alert(1))>>\nendobj\n")],
    ["a program to launch", pdf("<</OpenAction<</S/Launch/F(a.exe)>>>>")],
    ["JavaScript far from the start", pdf(Buffer.alloc(300_000, 65), "<</S/JavaScript>>")],
    ["JavaScript in a compressed object", pdf(...objectStream("1 0 <</S/JavaScript/JS(a)>>"))],
    [
      "a program to launch in a second compressed object",
      pdf(...objectStream("1 0 <<>>"), ...objectStream("/S /Launch ")),
    ],
    ["JavaScript after 101 compressed objects", pdf(...PACKED.flat(), "<</S/JavaScript>>")],
    ["a script after a stream", pdf("<<>>\nstream\nabc\nendstream\n<</S/Rendition/JS(a)>>")],
    ["white space within an action", pdf("<</S\r\n\0/Launch/F(a.exe)>>")],
    ["macros", zip(DOCUMENT, { name: "word/vbaProject.bin", content: "x" })],
    ["a template on the web", zip(DOCUMENT, template("https://evil.example/a.dotm"))],
    [
      "a template on the web in a second settings file",
      zip(OTHER_SETTINGS, template("https://evil.example/a.dotm")),
    ],
    [
      "a template with XML entities in its address",
      zip(DOCUMENT, template("&#104;ttps&#x3A;//evil/?a&amp;b")),
    ],
    ["a template on a network drive", zip(template("file:///\\\\evil\\a.dotm"), DOCUMENT)],
  ])("finds active content in a file with %s", async (_, file) => {
    expect(await isActive(file)).toBe(true);
  });

  test.each<[string, Uint8Array]>([
    [
      "a link and an action that opens a page",
      pdf("<</OpenAction[3 0 R/Fit]/A<</S/URI/URI(/JSON)>>>>"),
    ],
    ["a title that mentions JavaScript", pdf("<</Title(HTML/CSS/JavaScript developer)>>")],
    ["a script's name in a stream", pdf("<</Filter/DCTDecode>>\nstream\n/JS(a)\nendstream\n")],
    [
      "an uncompressed object stream without an action",
      pdf("<</Type/ObjStm>>stream\n", "nonsense", "\nendstream"),
    ],
    ["a template on the local disk", zip(template("file:///C:\\Users\\a\\Normal.dotm"), DOCUMENT)],
    [
      "a template on the local disk with an escaped path",
      zip(template("file:///C:/Jos%C3%A9%20&amp;%20Ana/a.dotm")),
    ],
    ["a truncated ZIP", zip(DOCUMENT, template("https://evil.example/")).subarray(0, 90)],
    ["a ZIP with an invalid directory", zip(DOCUMENT).fill(0xff, 60, 80)],
    ["an action in plain text", Buffer.from("<</S/JavaScript>>")],
  ])("finds no active content: %s", async (_, file) => {
    expect(await isActive(file)).toBe(false);
  });

  test.each(["cv.doc", "cv.docx", "cv.jpg", "cv.pdf", "cv.png", "cv.rtf"])(
    "finds no active content in a real %s",
    async (name) => {
      const file = await readFile(`tests/fixtures/accepted/${name}`);
      expect(await isActive(file)).toBe(false);
      expect(isZipBomb(inParts(file, 1000), true)).toBe(false);
    },
  );
});

test.each<[string, Uint8Array, boolean]>([
  ["one file of 1 GB", zip(DOCUMENT, { name: "word/media/a.bmp", size: GB }), true],
  ["103 files of 10 MB", zip(...(Array(103).fill({ name: "a", size: GB / 100 }) as Entry[])), true],
  ["one file whose ZIP64 size is missing", zip({ name: "a", size: 0xffffffff }), true],
  ["one file of 100 MB", zip(DOCUMENT, { name: "word/media/a.bmp", size: GB / 10 }), false],
  ["a PDF", Buffer.from("%PDF-1.7"), false],
])("isZipBomb detects only ZIPs that declare too large a size: %s", (_, file, isBomb) => {
  for (const size of [50, 64 * 1024]) expect(isZipBomb(inParts(file, size), false)).toBe(isBomb);
});

test.each<[string, Uint8Array]>([
  ["a missing directory", zip(DOCUMENT).subarray(0, 60)],
  ["a directory that is too large", zip(...Array<Entry>(90_000).fill({ name: "a" }))],
  ["a ZIP64 count of entries", withEnd(10, 0xffff, 2)],
  ["fewer entries than declared", withEnd(10, 3, 2)],
  ["a truncated comment", withEnd(20, 1, 2)],
  ["trailing data", Buffer.concat([zip(DOCUMENT), Buffer.from("x")])],
])("isZipBomb treats an unreadable directory as a bomb only in a document: %s", (_, file) => {
  expect(isZipBomb(inParts(file, 64 * 1024), true)).toBe(true);
  expect(isZipBomb(inParts(file, 64 * 1024), false)).toBe(false);
});

test("isZipBomb uses the end record whose comment reaches the end of the file", () => {
  const comment = zip(DOCUMENT).subarray(-22);
  const file = Buffer.concat([withEnd(20, comment.length + 1, 2), comment, Buffer.from("x")]);
  expect(isZipBomb(inParts(file, 1000), true)).toBe(false);
});
