import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { FILE_EXTENSIONS } from "~/contract/lists";
import { createZip, type ZipEntry } from "~/tests/support/zip";
import { FileScan } from "./file-scan.server";
import { inspectFile } from "./inspect-file.server";

async function inspectInParts(name: string, file: Uint8Array, size: number) {
  const scan = new FileScan();
  for (let i = 0; i < file.length; i += size) scan.update(file.subarray(i, i + size));
  const read = (start: number, end: number) => new Uint8Array(file.subarray(start, end));
  const found = await inspectFile(name, FILE_EXTENSIONS, scan.end(), { size: file.length, read });
  return found?.finding;
}

/** Inspects a file. Checks that the part size makes no difference. */
async function inspect(file: Uint8Array, name = file[0] === 0x50 ? "cv.docx" : "cv.pdf") {
  const whole = await inspectInParts(name, file, 64 * 1024);
  expect(await inspectInParts(name, file, 61)).toBe(whole);
  return whole;
}

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat(["%PDF-1.7\n", ...objects, "\n%%EOF\n"].map((object) => Buffer.from(object)));

const objectStream = (data: string | Buffer, dictionary = "/Type /ObjStm /Filter /FlateDecode") => [
  `5 0 obj\n<<${dictionary}>>\nstream\r\n`,
  typeof data === "string" ? deflateSync(data) : data,
  "\nendstream\nendobj\n",
];

const PACKED = Array<(string | Buffer)[]>(12).fill(objectStream("1 0 <<>>"));
const ACTION = "1 0 <</S/JavaScript/JS(app.alert(1))>>";

/** Returns random hexadecimal digits, which compress to half their size. */
function noise(length: number): string {
  const digits = new Uint8Array(length / 2);
  for (let i = 0; i < digits.length; i += 65_536) {
    crypto.getRandomValues(digits.subarray(i, i + 65_536));
  }
  return Buffer.from(digits).toString("hex");
}

const CONTENT_TYPES = {
  name: "[Content_Types].xml",
  content:
    '<Types><Override PartName="/word/document.xml" ContentType="application/' +
    'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
};
const DOCUMENT = { name: "word/document.xml", content: "<w:document/>" };
const OTHER_SETTINGS = { name: "other/_rels/settings.xml.rels", content: "<Relationships/>" };

const docx = (...entries: ZipEntry[]) => createZip([CONTENT_TYPES, DOCUMENT, ...entries]);

const template = (target: string, mode = "External") => ({
  name: "word/_rels/settings.xml.rels",
  content:
    '<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/' +
    `officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="${mode}"/></Relationships>`,
});

const changed = (change: (xml: string) => string | Buffer) => {
  const { name, content } = template("https://evil.example/a.dotm");
  return docx({ name, content: change(content) });
};

const GB = 1024 ** 3;

/** Fills a 128 KB directory up to half of the next entry's name. */
const LONG_NAMES = [60_000, 60_000, 131_072 - 120_000 - 6 * 46 - 19 - 17 - 10].map((length) => ({
  name: "a".repeat(length),
}));

/** Creates a document with a changed value in its end record. */
function withEnd(offset: number, value: number, bytes: 2 | 4) {
  const file = docx();
  file.writeUIntLE(value, file.length - 22 + offset, bytes);
  return file;
}

test.each<[string, Uint8Array]>([
  ["JavaScript in a PDF", pdf("1 0 obj\n<</S /JavaScript /JS (app.alert(1))>>\nendobj\n")],
  ["a program to launch", pdf("<</OpenAction<</S/Launch/F(a.exe)>>>>")],
  ["JavaScript far from the start", pdf(Buffer.alloc(300_000, 65), "<</S/JavaScript>>")],
  ["JavaScript in an object stream", pdf(...objectStream("1 0 <</S/JavaScript/JS(a)>>"))],
  [
    "JavaScript in an object stream that is not compressed",
    pdf(...objectStream(Buffer.from(ACTION), "/Type/ObjStm")),
  ],
  [
    "a program to launch in a second object stream",
    pdf(...objectStream("1 0 <<>>"), ...objectStream("/S /Launch ")),
  ],
  ["JavaScript after 12 object streams", pdf(...PACKED.flat(), "<</S/JavaScript>>")],
  [
    "JavaScript in a long object stream",
    pdf(Buffer.alloc(400_000, 65), ...objectStream(noise(300_000) + ACTION)),
  ],
  [
    "JavaScript in an object stream with a wrong checksum",
    pdf(...objectStream(Buffer.concat([deflateSync(ACTION).subarray(0, -4), Buffer.alloc(4)]))),
  ],
  [
    "JavaScript in an object stream without a checksum",
    pdf(...objectStream(deflateSync(ACTION).subarray(0, -4))),
  ],
  [
    "JavaScript in an object stream with trailing junk",
    pdf(...objectStream(Buffer.concat([deflateSync(ACTION), Buffer.alloc(5000, 120)]))),
  ],
  [
    "JavaScript before an error in an object stream",
    pdf(
      ...objectStream(
        Buffer.concat([
          deflateSync(ACTION + noise(9000)).subarray(0, 2000),
          Buffer.alloc(900, 255),
        ]),
      ),
    ),
  ],
  ["a script after a stream", pdf("<<>>\nstream\nabc\nendstream\n<</S/Rendition/JS(a)>>")],
  [
    "JavaScript after more object streams than are searched",
    pdf("/ObjStm ".repeat(300), " ".repeat(70_000), "<</S/JavaScript>>"),
  ],
  ["white space within an action", pdf("<</S\r\n\0/Launch/F(a.exe)>>")],
  ["macros", docx({ name: "word/vbaProject.bin", content: "x" })],
  ["macros with another name", docx({ name: "word/my-VBAproject1.BIN", content: "x" })],
  ["a template on the web", docx(template("https://evil.example/a.dotm"))],
  [
    "a template on the web in a second settings file",
    docx(OTHER_SETTINGS, template("https://evil.example/a.dotm")),
  ],
  [
    "a template on the web, stored without compression",
    docx({ ...template("https://evil.example/a.dotm"), isStored: true }),
  ],
  ["a template with XML entities in its URL", docx(template("&#104;ttps&#x3A;//evil/?a&amp;b"))],
  [
    "a template after another long settings file",
    docx(
      { ...OTHER_SETTINGS, content: " ".repeat(4000), isStored: true },
      {
        ...template("https://evil.example/a.dotm"),
        content: "<!---->".repeat(500) + template("https://evil.example/a.dotm").content,
      },
    ),
  ],
  ["a template on a network drive", docx(template("file:///\\\\evil\\a.dotm"))],
  ["a template with an unknown XML entity", docx(template("https://evil&nbsp;.example/a.dotm"))],
  [
    "a template with a namespace, spaces and single quotes",
    changed((xml) =>
      xml
        .replace("<Relationship ", "<my-rel:Relationship ")
        .replace(/Target="(.*?)"/, "Target = '$1'"),
    ),
  ],
  ["a template in UTF-16", changed((xml) => Buffer.from(xml, "utf16le"))],
])("finds active content in a file with %s", async (_, file) => {
  expect(await inspect(file)).toBe("active");
});

test.each<[string, Uint8Array]>([
  [
    "a link and an action that opens a page",
    pdf("<</OpenAction[3 0 R/Fit]/A<</S/URI/URI(/JSON)>>>>"),
  ],
  ["a title that mentions JavaScript", pdf("<</Title(HTML/CSS/JavaScript developer)>>")],
  ["a script's name in a stream", pdf("<</Filter/DCTDecode>>\nstream\n/JS(a)\nendstream\n")],
  ["an empty object stream", pdf(...objectStream(Buffer.alloc(0)))],
  ["an object stream of junk", pdf(...objectStream(Buffer.alloc(10_000, 120)))],
  ["a template on the local disk", docx(template("file:///C:\\Users\\a\\Normal.dotm"))],
  [
    "a template on the local disk with an escaped path",
    docx(template("file:///C:/Jos%C3%A9%20&amp;%20Ana/a.dotm")),
  ],
  ["settings in another folder", docx(OTHER_SETTINGS)],
  ["a binary file without macros", docx({ name: "word/printerSettings.bin" })],
  [
    "other files named like macros",
    docx({ name: "vbaProject.bin/a.bin" }, { name: "vbaProject.xml" }),
  ],
  ["a template inside the file", docx(template("https://evil.example/a.dotm", "Internal"))],
  ["a link to a page", changed((xml) => xml.replace("attachedTemplate", "hyperlink"))],
])("finds no active content: %s", async (_, file) => {
  expect(await inspect(file)).toBe("none");
});

/** The end of the first part of a scan (`FileScan`). */
const PART_END = 16 * 1024 + 1025;

test.each<["active" | "none", string, string]>([
  ["active", "/ObjStm stream\n", `${ACTION}\nendstream`],
  ["active", "<<>>stream\n", "endstream <</JS(a)>>"],
  ["active", " ", "/S /JavaScript"],
  ["active", " ", "/JS 12 0 R"],
  ["active", "", "/ObjStm stream\n/JS(a)endstream"],
  ["none", "<<>>stream\n", "/JS(a) endstream"],
  ["none", "", "endstream stream\n/JS(a) endstream"],
])("finds %s content anywhere around the end of a part: %j, %j", async (finding, before, after) => {
  for (let offset = PART_END - 1100; offset < PART_END + 10; offset += 1) {
    const file = Buffer.from(`%PDF-1.7\n${before}`.padEnd(offset) + after + " ".repeat(3000));
    expect([offset, await inspectInParts("cv.pdf", file, file.length)]).toEqual([offset, finding]);
  }
});

test("does not search plain text for actions", async () => {
  expect(await inspect(Buffer.from("<</S/JavaScript>>"), "cv.txt")).toBe("none");
});

test.each(["cv.doc", "cv.docx", "cv.jpg", "cv.pdf", "cv-academic.pdf", "cv.png", "cv.rtf"])(
  "finds no active content in a real %s",
  async (name) => {
    expect(await inspect(await readFile(`tests/fixtures/accepted/${name}`), name)).toBe("none");
  },
);

const ZEROS = deflateSync(Buffer.alloc(32 * 1024 ** 2));
const MB_OF_ZEROS = Buffer.alloc(1024 ** 2);

test.each<[string, Uint8Array, string?]>([
  ["an object stream that unpacks to 32 MB", pdf(...objectStream(ZEROS))],
  ["an object stream of 300 KB", pdf(...objectStream(Buffer.alloc(300_000)))],
  [
    "300 object streams",
    pdf(...Array<(string | Buffer)[]>(300).fill(objectStream("1 0 <<>>")).flat()),
  ],
  ["300 mentions of object streams", pdf("/ObjStm ".repeat(300))],
  ["five settings files", docx(...Array<ZipEntry>(5).fill(OTHER_SETTINGS))],
  ["a long settings file", docx({ ...OTHER_SETTINGS, content: " ".repeat(16 * 1024) })],
  [
    "two settings files that do not compress",
    docx(
      { ...OTHER_SETTINGS, content: noise(6000), isStored: true },
      { ...OTHER_SETTINGS, content: Buffer.from(noise(6000), "hex") },
    ),
  ],
  [
    "a template after a long settings file",
    docx({ ...OTHER_SETTINGS, content: MB_OF_ZEROS }, template("https://evil.example/a.dotm")),
  ],
  [
    "macros after a long name at the end of the part of the directory that is read",
    docx(...LONG_NAMES, { name: "word/vbaProject.bin" }),
  ],
  ["a directory of 2,000 files", docx(...Array<ZipEntry>(2000).fill({ name: "a" }))],
  ["a directory of 1.2 MB", docx(...Array<ZipEntry>(20).fill({ name: "a".repeat(60_000) }))],
  ["no directory", createZip([DOCUMENT]).subarray(0, 60), "work.zip"],
])("does not fully search a file with %s", async (_, file, name) => {
  expect(await inspect(file, name)).toBe("unchecked");
});

test.each<[string, Uint8Array]>([
  ["a file of 1 GB", docx({ name: "word/media/a.bmp", size: GB })],
  ["103 files of 10 MB", docx(...Array<ZipEntry>(103).fill({ name: "a", size: GB / 100 }))],
  ["a file whose ZIP64 size is missing", docx({ name: "a", size: 0xffffffff })],
  [
    "a file whose ZIP64 size comes after many other fields",
    docx({
      ...{ name: "a", size: 0xffffffff },
      extra: Buffer.concat([Buffer.alloc(80), Buffer.from([1, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0])]),
    }),
  ],
  ["a missing directory", docx().subarray(0, 300)],
  ["a ZIP64 count of entries", withEnd(10, 0xffff, 2)],
  ["fewer entries than declared", withEnd(10, 3, 2)],
  ["more entries than declared", withEnd(10, 1, 2)],
  ["a truncated comment", withEnd(20, 1, 2)],
  ["trailing data", Buffer.concat([docx(), Buffer.from("x")])],
])("rejects a Word file with %s", async (_, file) => {
  expect(await inspect(file)).toBeUndefined();
});

const MACRO_TYPES = {
  name: "[Content_Types].xml",
  content: '<Types ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
};
const MANY_PICTURES = Array<ZipEntry>(600).fill({ name: "word/media/a.jpg", content: noise(4000) });
const PICTURES = Array<ZipEntry>(3).fill({ name: "word/media/a.jpg", content: noise(200_000) });

test.each<[string, Uint8Array, string, "none" | undefined]>([
  ["a Word file", docx({ name: "word/media/a.bmp", size: GB / 10 }), "cv.docx", "none"],
  ["a Word file whose type comes last", createZip([...PICTURES, CONTENT_TYPES]), "cv.docx", "none"],
  ["a Word file with 600 pictures", docx(...MANY_PICTURES), "cv.docx", "none"],
  ["a Word file with macros enabled", createZip([MACRO_TYPES]), "cv.docx", undefined],
  ["another ZIP", createZip([DOCUMENT]), "cv.docx", undefined],
  ["a ZIP", createZip([DOCUMENT]), "work.zip", "none"],
  ["a ZIP of 1 GB", createZip([{ name: "a", size: GB }]), "work.zip", undefined],
  [
    "an OpenDocument text",
    createZip([
      { name: "mimetype", content: "application/vnd.oasis.opendocument.text", isStored: true },
    ]),
    "cv.odt",
    "none",
  ],
])("detects the type of %s", async (_, file, name, finding) => {
  expect(await inspect(file, name)).toBe(finding);
});

test("uses the end record whose comment reaches the end of the file", async () => {
  const comment = createZip([]);
  const file = Buffer.concat([withEnd(20, comment.length + 1, 2), comment, Buffer.from("x")]);
  expect(await inspect(file)).toBe("none");
});
