import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { CV_EXTENSIONS } from "./limits";
import { FileScan } from "./file-scan.server";
import { isAccepted as isOfType, safeContentType } from "./file-type.server";

const scanned = (bytes: Uint8Array, part = 64 * 1024) => {
  const scan = new FileScan();
  for (let at = 0; at < bytes.length; at += part) scan.update(bytes.subarray(at, at + part));
  return scan.end();
};

const isAccepted = (name: string, bytes: Uint8Array<ArrayBuffer>, part?: number) =>
  isOfType(name, CV_EXTENSIONS, scanned(bytes, part), new Blob([bytes]).stream());

const file = async (path: string) => new Uint8Array(await readFile(`tests/fixtures/${path}`));
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test.each(["cv.doc", "cv.docx", "cv.jpg", "cv.pdf", "cv.png", "cv.rtf"])(
  "a real %s is accepted",
  async (name) => {
    expect(await isAccepted(name, await file(`accepted/${name}`))).toBe(true);
  },
);

test("a PDF that was cut off is accepted: its type is right", async () => {
  expect(await isAccepted("cv.pdf", await file("false/truncated.pdf"))).toBe(true);
});

test.each(["archive.docx", "drawing.png", "empty.pdf", "page.pdf", "program.pdf", "text.odt"])(
  "%s is not what its name says",
  async (name) => {
    expect(await isAccepted(name, await file(`false/${name}`))).toBe(false);
  },
);

test.each([
  ["cv.doc", "cv.rtf"],
  ["cv.rtf", "cv.doc"],
  ["cv.docx", "cv.doc"],
  ["cv.png", "cv.jpg"],
])("%s is accepted as %s: every program opens it", async (path, name) => {
  expect(await isAccepted(name, await file(`accepted/${path}`))).toBe(true);
});

const OBJECT = "1 0 obj\n<</Type/Catalog>>\nendobj\n";
const STREAM = "2 0 obj\n<</Length 9>>\nstream\nMIME-Version: 1.0 <script>\nendstream\nendobj\n";
const END = "xref\n0 3\ntrailer\n<</Size 3/Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
const PDF = `%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n${OBJECT}${STREAM}${END}`;
/** The local header of a file in a ZIP that is not packed. */
function localHeader(length: number, nameLength = 0) {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(length, 18);
  local.writeUInt32LE(length, 22);
  local.writeUInt16LE(nameLength, 26);
  return local.toString("latin1");
}
/** A ZIP with one file, not packed: `text`. */
const zipOf = (text: string, comment = "") => {
  const [central, end] = [Buffer.alloc(46), Buffer.alloc(22)];
  central.writeUInt32LE(0x02014b50, 0);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(30 + text.length, 16);
  end.writeUInt16LE(comment.length, 20);
  const directory = Buffer.concat([central, end]).toString("latin1");
  return `${localHeader(text.length)}${text}${directory}${comment}`;
};
/** A ZIP with one file, not packed, under a name: by its first one an OpenDocument file is known. */
const zipWith = (name: string, text: string): Uint8Array<ArrayBuffer> =>
  bytesOf(`${localHeader(text.length, name.length)}${name}${text}${zipOf("")}`);
const MHTML = "MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<script>1</script>";
const BATCH = "@echo off\r\nstart calc\r\n";
const SHELL = "#!/bin/sh\nexit\n";
const RAR = "Rar!\u001a\u0007\u0001\0";
const SEVEN_ZIP = "7z\u00bc\u00af'\u001c\0\u0004";
const CFB = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";

const LINEAR = "%\u00e2\u00e3\n4 0 obj\n<</Linearized 1/L 900>>\nendobj\n";
const SIGNATURE = "00af".repeat(4000);
const PACKED = `3 0 obj\n<</Length 9>>\nstream\n${zipOf("mimetype")}\nendstream\nendobj\n`;

describe("a PDF as people have it is accepted:", () => {
  test.each([
    ["one with a mark of its encoding in front", `\u00ef\u00bb\u00bf${PDF}`],
    ["one with line ends in front", `\r\n\r\n ${PDF}`],
    ["one with line ends of old Macs", PDF.replaceAll("\n", "\r")],
    ["one whose objects follow its first line", PDF.replace(/%\u00e2.*\n/, "")],
    ["one that was changed twice (incremental updates)", PDF + OBJECT + END + OBJECT + END],
    ["one that shows its first page first", `%PDF-1.4\n${LINEAR}${END}${STREAM}${END}`],
    ["one that is signed", `${PDF}5 0 obj\n<</Contents <${SIGNATURE}>>>\nendobj\n${END}`],
    ["one with the text it was made of (LibreOffice)", `${OBJECT}${PACKED}${END}`],
    ["one that is padded", `${PDF}\r\n\0\0\0${" ".repeat(3000)}\u001a`],
    ["one that a scanner did not end", PDF.replace("%%EOF", "")],
    ["one with a long first comment", PDF.replace("\n", "\n% made by <html2pdf> @echo #!/x\n")],
  ])("%s", async (_, text) => {
    const bytes = bytesOf(text.startsWith("1 0") ? `%PDF-1.7\n${text}` : text);
    expect(await isAccepted("cv.pdf", bytes)).toBe(true);
    expect(await isAccepted("CV.PDF", bytes, 7)).toBe(true);
  });

  test("one with white space in front, but not much", async () => {
    const pdf = (before: number) => bytesOf(`${"\n".repeat(before)}%PDF-1.7\n`);
    // The whole header stands within the first 1,024 bytes (ISO 32000-1, annex H, note 13).
    const most = 1024 - "%PDF-".length;
    for (const before of [0, 500, most]) {
      expect(await isAccepted("cv.pdf", pdf(before))).toBe(true);
    }
    for (const before of [most + 1, 1023, 2000]) {
      expect(await isAccepted("cv.pdf", pdf(before))).toBe(false);
    }
  });
});

describe("what is a PDF and something else is no CV:", () => {
  test.each([
    ["a page that Word opens, behind it", PDF + MHTML],
    ["the same, in front of its objects", `%PDF-1.7\n${MHTML}\n${OBJECT}${END}`],
    ["the same, in front of it", MHTML + PDF],
    ["a batch file in front of it", BATCH + PDF],
    ["a batch file behind it", `${PDF}\r\n${BATCH}`],
    ["a shell script behind it", PDF + SHELL],
    ["a page in front of it", `<!doctype html><script>1</script>${PDF}`],
    ["a page behind its header", `%PDF-1.7\n<script>1</script>${OBJECT}`],
    ["an archive in front of it", zipOf("x") + PDF],
    ["an archive behind its header", `%PDF-1.7\n${zipOf("x")}${OBJECT}${STREAM}${END}`],
    ["an archive behind it", PDF + zipOf("x")],
    ["an archive with a PDF in it behind it", PDF + zipOf(PDF)],
    ["an archive that calls itself a PDF's end", PDF + zipOf("x", "endstream %%EOF")],
    ["an archive with more behind it", `${PDF}${zipOf("x")}${" ".repeat(70_000)}`],
    ["an archive of another kind behind it", PDF + RAR + PDF],
    ["an archive of a third kind behind it", PDF + SEVEN_ZIP],
    ["a program in front of it", `MZ\u0090\0\u0003${PDF}`],
    ["a page behind a mark of its encoding", `\u00ef\u00bb\u00bf <script>1</script>${PDF}`],
  ])("%s", async (_, text) => {
    const bytes = bytesOf(text);
    expect(await isAccepted("cv.pdf", bytes)).toBe(false);
    expect(await isAccepted("cv.pdf", bytes, 7)).toBe(false);
  });

  test.each(["cv.doc", "cv.rtf", "cv.jpg", "cv.pdf.doc"])("one named %s", async (name) => {
    for (const text of [PDF, PDF + MHTML]) {
      expect(await isAccepted(name, bytesOf(text))).toBe(false);
    }
  });
});

describe("what is a Word file or a picture and something else is no CV:", () => {
  const RTF = "{\\rtf1\\ansi Ana Paz}";
  const word = async (path: string) =>
    Buffer.from(await file(`accepted/${path}`)).toString("latin1");

  test.each([
    ["a page that Word opens", "cv.doc", MHTML],
    ["the same, called a text", "cv.rtf", `${RTF}\n${MHTML}`],
    ["the same in an old Word file", "cv.doc", `${CFB}${"\0".repeat(900)}mime-version:1.0`],
    ["the same in letters of two bytes", "cv.doc", `${CFB}${MHTML.replace(/./g, "$&\0")}`],
    ["a text that ends as an archive", "cv.rtf", RTF + zipOf("x")],
  ])("%s", async (_, name, text) => {
    expect(await isAccepted(name, bytesOf(text))).toBe(false);
  });

  test.each([
    ...[["cv.doc", zipOf("x")] as const, ["cv.rtf", zipOf("x")] as const],
    ...[["cv.jpg", zipOf("x")] as const, ["cv.jpg", RAR] as const, ["cv.png", RAR] as const],
  ])("%s with an archive behind it: %#", async (name, archive) => {
    expect(await isAccepted(name, bytesOf((await word(name)) + archive))).toBe(false);
  });

  test("a sheet inside an old Word file is no archive behind it", async () => {
    const inside = zipOf("x") + "\0".repeat(200);
    expect(await isAccepted("cv.doc", bytesOf((await word("cv.doc")) + inside))).toBe(true);
  });
});

test("a PDF that was looked through as it came is not read again", async () => {
  const bytes = bytesOf("%PDF-1.7\n");
  const cancel = vi.fn();
  const pull = () => Promise.reject(new Error("It was read on"));
  const content = new ReadableStream<Uint8Array<ArrayBuffer>>(
    { pull, cancel },
    { highWaterMark: 0 },
  );
  expect(await isOfType("cv.pdf", CV_EXTENSIONS, scanned(bytes), content)).toBe(true);
  expect(cancel).toHaveBeenCalledOnce();
});

test("what breaks off while its type is looked for is no CV", async () => {
  const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: () => Promise.reject(new Error("The line is gone")),
  });
  expect(await isOfType("cv.doc", CV_EXTENSIONS, scanned(new Uint8Array(10)), content)).toBe(false);
});

/** Whether bytes under a name are accepted in a field that accepts these endings. */
const fits = (name: string, accept: string[], bytes: Uint8Array<ArrayBuffer>) =>
  isOfType(name, accept, scanned(bytes), new Blob([bytes]).stream());

/** The beginning of each type, as far as it is looked at; the rest of it is filled up. */
const MP4 = "\0\0\0\u0018ftypmp42\0\0\0\0mp42isom";
const begun = (text: string) => bytesOf(text.padEnd(600, "\u0001"));
const odt = zipWith("mimetype", "application/vnd.oasis.opendocument.text");

describe("another field takes", () => {
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ["letter.txt", bytesOf("Dear all\n")],
    ["letter.txt", new TextEncoder().encode("Querido equipo, ¿qué tal? 😀")],
    ["BMW.txt", bytesOf("BM is how this text begins, and PK\u0003\u0004 is in it")],
    ["work.mp4", begun(MP4)],
    ["work.zip", bytesOf(zipOf("text"))],
    ["table.xls", begun(CFB)],
    ["letter.odt", odt],
  ])("%s", async (name, bytes) => {
    expect(await fits(name, [name.split(".").at(-1) ?? ""], bytes)).toBe(true);
  });

  test.each<[string, string[], Uint8Array<ArrayBuffer>]>([
    ["letter.txt", ["txt"], bytesOf("A\0B")],
    ["work.gif", ["gif"], begun("GIF89a\u0001\0\u0001\0".replace("GIF", "RIFF"))],
    ["work.mp4", ["mp4"], begun("no film")],
    ["work.zip", ["zip"], bytesOf("PK no archive")],
    ["work.pptx", ["pptx"], bytesOf(zipOf("text"))],
    ["work.jpg", ["jpg"], begun(CFB)],
    ["work.jpg", ["jpg"], begun("GIF89a\u0001\0\u0001\0")],
    ["work.gif", ["gif", "mp4"], begun(MP4)],
    ["work.zip", ["zip", "pdf"], bytesOf(PDF)],
    ["work.gif", ["gif"], bytesOf(`GIF89a${zipOf("text")}`)],
  ])("no %s of %j that is something else", async (name, accept, bytes) => {
    expect(await fits(name, accept, bytes)).toBe(false);
  });

  test("an image under another one's ending, where it takes both", async () => {
    expect(await fits("work.jpg", ["jpg", "png"], await file("accepted/cv.png"))).toBe(true);
  });
});

test.each([
  ["image/webp", "work.webp", ["webp"], "image/webp"],
  ["image/webp", "work.webp", ["png"], "application/octet-stream"],
  ["text/plain", "letter.txt", ["txt"], "text/plain"],
  ["text/html", "letter.txt", ["txt"], "application/octet-stream"],
  ["application/vnd.ms-excel", "table.csv", ["csv"], "application/vnd.ms-excel"],
  ["application/pdf", "work.zip", ["zip", "pdf"], "application/octet-stream"],
])("a browser's %s for %s in a field for %j is %s", (given, name, accept, type) => {
  expect(safeContentType(given, name, accept)).toBe(type);
});

test("a Word file that would unpack to half a gigabyte is not unpacked", async () => {
  const name = Buffer.from("[Content_Types].xml");
  const packed = deflateRawSync(Buffer.alloc(512 * 1024 ** 2, " "), { level: 1 });
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(512 * 1024 ** 2, 22);
  head.writeUInt16LE(name.length, 26);
  const bytes = Buffer.concat([head, name, packed]);
  expect(bytes.length).toBeLessThan(5 * 1024 ** 2);
  const before = process.memoryUsage().rss;
  expect(await isAccepted("cv.docx", new Uint8Array(bytes))).toBe(false);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
});

test("a CV is called what an accepted file is called, or mere bytes", () => {
  expect(safeContentType("application/pdf", "cv.pdf")).toBe("application/pdf");
  expect(safeContentType("Image/JPEG ", "cv.jpg")).toBe("image/jpeg");
  expect(safeContentType("application/msword", "cv.rtf")).toBe("application/msword");
  for (const type of ["text/html", "application/pdf; x=\r\nEvil: 1", "", undefined])
    expect(safeContentType(type, "cv.pdf")).toBe("application/octet-stream");
  expect(safeContentType("application/pdf", "cv.doc")).toBe("application/octet-stream");
});
