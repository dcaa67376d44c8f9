import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CV_EXTENSIONS } from "../model/cv-types";
import { FileScan } from "./file-scan.server";
import { findExtension, safeContentType } from "./file-type.server";

async function scanFile(bytes: Uint8Array, part = 64 * 1024) {
  const scan = new FileScan();
  for (let i = 0; i < bytes.length; i += part) scan.update(bytes.subarray(i, i + part));
  return scan.end();
}

/** Whether a file is accepted in a field with these extensions. */
const fits = async (
  name: string,
  accept: readonly string[],
  bytes: Uint8Array<ArrayBuffer>,
  part?: number,
) => (await findExtension(name, accept, await scanFile(bytes, part), bytes)) !== undefined;

const isAccepted = (name: string, bytes: Uint8Array<ArrayBuffer>, part?: number) =>
  fits(name, CV_EXTENSIONS, bytes, part);

const file = async (path: string) => new Uint8Array(await readFile(`tests/fixtures/${path}`));
const toBytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test.each(["cv.doc", "cv.docx", "cv.jpg", "cv.pdf", "cv-academic.pdf", "cv.png", "cv.rtf"])(
  "accepts a real %s",
  async (name) => {
    expect(await isAccepted(name, await file(`accepted/${name}`))).toBe(true);
  },
);

test("accepts a truncated PDF", async () => {
  expect(await isAccepted("cv.pdf", await file("invalid/truncated.pdf"))).toBe(true);
});

test.each(["archive.docx", "drawing.png", "empty.pdf", "page.pdf", "program.pdf", "text.odt"])(
  "rejects the invalid file %s",
  async (name) => {
    expect(await isAccepted(name, await file(`invalid/${name}`))).toBe(false);
  },
);

test.each([
  ["cv.doc", "cv.rtf"],
  ["cv.rtf", "cv.doc"],
  ["cv.docx", "cv.doc"],
  ["cv.png", "cv.jpg"],
])("accepts the content of %s under the name %s", async (path, name) => {
  expect(await isAccepted(name, await file(`accepted/${path}`))).toBe(true);
});

const OBJECT = "1 0 obj\n<</Type/Catalog>>\nendobj\n";
const STREAM = "2 0 obj\n<</Length 9>>\nstream\nMIME-Version: 1.0 <script>\nendstream\nendobj\n";
const END = "xref\n0 3\ntrailer\n<</Size 3/Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
const PDF = `%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n${OBJECT}${STREAM}${END}`;
/** Creates the local header of an uncompressed file in a ZIP. */
function localHeader(length: number, nameLength = 0) {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(length, 18);
  local.writeUInt32LE(length, 22);
  local.writeUInt16LE(nameLength, 26);
  return local.toString("latin1");
}
/** Creates a ZIP with one uncompressed file that contains `text`. */
const createZip = (text: string, comment = "") => {
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
/** Creates a ZIP whose first file has this name and text. A file named `mimetype` identifies OpenDocument. */
const createNamedZip = (name: string, text: string): Uint8Array<ArrayBuffer> =>
  toBytes(`${localHeader(text.length, name.length)}${name}${text}${createZip("")}`);
const MHTML = "MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<script>1</script>";
const BATCH = "@echo off\r\nstart calc\r\n";
const SHELL = "#!/bin/sh\nexit\n";
const RAR = "Rar!\u001a\u0007\u0001\0";
const LNK = "L\0\0\0\u0001\u0014\u0002\0\0\0\0\0\u00c0\0\0\0\0\0\0F";
const SEVEN_ZIP = "7z\u00bc\u00af'\u001c\0\u0004";
const CFB = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";

const LINEAR = "%\u00e2\u00e3\n4 0 obj\n<</Linearized 1/L 900>>\nendobj\n";
const SIGNATURE = "00af".repeat(4000);
const PACKED = `3 0 obj\n<</Length 9>>\nstream\n${createZip("mimetype")}\nendstream\nendobj\n`;

const HTTP = "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n";

describe("a real-world PDF", () => {
  test.each([
    ["with a byte order mark", `\u00ef\u00bb\u00bf${PDF}`],
    ["with leading line ends", `\r\n\r\n ${PDF}`],
    ["with carriage returns as line ends", PDF.replaceAll("\n", "\r")],
    ["with objects right after its first line", PDF.replace(/%\u00e2.*\n/, "")],
    ["with two incremental updates", PDF + OBJECT + END + OBJECT + END],
    ["that is linearized", `%PDF-1.4\n${LINEAR}${END}${STREAM}${END}`],
    ["that is signed", `${PDF}5 0 obj\n<</Contents <${SIGNATURE}>>>\nendobj\n${END}`],
    ["with its embedded source document (LibreOffice)", `${OBJECT}${PACKED}${END}`],
    ["that is padded", `${PDF}\r\n\0\0\0${" ".repeat(3000)}\u001a`],
    ["without an end marker, from a scanner", PDF.replace("%%EOF", "")],
    ["with a long first comment", PDF.replace("\n", "\n% made by <html2pdf> @echo #!/x\n")],
  ])("accepts a PDF %s", async (_, text) => {
    const bytes = toBytes(text.startsWith("1 0") ? `%PDF-1.7\n${text}` : text);
    expect(await isAccepted("cv.pdf", bytes)).toBe(true);
    expect(await isAccepted("CV.PDF", bytes, 7)).toBe(true);
  });

  test.each([
    [
      "a printer's commands",
      "\u001b%-12345X@PJL JOB\r\n@PJL SET COPIES=1\r\n@PJL ENTER LANGUAGE=PDF\r\n",
    ],
    ["another printer's reset", "\u001bE\u001b&l0O\u0004"],
    [
      "a response's headers",
      `${HTTP}Link: <https://example.com/cv?id=1>; rel="canonical", </cv.css>; rel=preload\r\nAccept: */*\r\n\r\n`,
    ],
    ["a form's boundary", '------WebKit7M\r\nContent-Disposition: form-data; name="cv"\r\n\r\n'],
    ["a MacBinary header", `\0\u0006cv.pdf${"\0".repeat(57)}PDF CARO${"\0".repeat(55)}`],
    ["an AppleSingle header", `\0\u0005\u0016\0\0\u0002\0\0${"\0".repeat(16)}\0\u0002`],
    ["a driver's banner", "/* Scan2PDF 4.1 <scans@example.com> */\r\n%% page 1 of 2\r\n"],
    ["an email's greeting", "Attached: Ana's CV & photo (2 < 3)\n\n"],
    ["random bytes", "\u0001\u00c8\u0090\u009f\u00fa\u0003"],
    ["a UTF-16 byte order mark", "\u00fe\u00ff\0\n"],
  ])("accepts a PDF after %s, up to the limit", async (_, before) => {
    const most = 1024 - "%PDF-".length;
    for (const [length, accepted] of [
      [0, true],
      [most, true],
      [most + 1, false],
    ] as const) {
      const prefix = length === 0 ? before : before.padEnd(length, "\0");
      expect(await isAccepted("cv.pdf", toBytes(prefix + PDF))).toBe(accepted);
      expect(await isAccepted("cv.pdf", toBytes(prefix + PDF), 7)).toBe(accepted);
    }
  });

  test("accepts a PDF with limited white space before the header", async () => {
    const pdf = (before: number) => toBytes(`${"\n".repeat(before)}%PDF-1.7\n`);
    // The entire header must be within the first 1,024 bytes (ISO 32000-1, annex H, note 13).
    const most = 1024 - "%PDF-".length;
    for (const before of [0, 500, most]) {
      expect(await isAccepted("cv.pdf", pdf(before))).toBe(true);
    }
    for (const before of [most + 1, 1023, 2000]) {
      expect(await isAccepted("cv.pdf", pdf(before))).toBe(false);
    }
  });
});

describe("a PDF with additional content", () => {
  test.each([
    ["a page that Word opens, after the end", PDF + MHTML],
    ["a page that Word opens, before the objects", `%PDF-1.7\n${MHTML}\n${OBJECT}${END}`],
    ["a page that Word opens, before the header", MHTML + PDF],
    ["a batch file before the header", BATCH + PDF],
    ["a batch file after the end", `${PDF}\r\n${BATCH}`],
    ["a shell script after the end", PDF + SHELL],
    ["a page before the header", `<!doctype html><script>1</script>${PDF}`],
    ["a page after the header", `%PDF-1.7\n<script>1</script>${OBJECT}`],
    ["an archive before the header", createZip("x") + PDF],
    ["an archive after the header", `%PDF-1.7\n${createZip("x")}${OBJECT}${STREAM}${END}`],
    ["an archive after the end", PDF + createZip("x")],
    ["an archive with a PDF in it, after the end", PDF + createZip(PDF)],
    ["an archive whose comment is a PDF's end", PDF + createZip("x", "endstream %%EOF")],
    ["an archive followed by spaces", `${PDF}${createZip("x")}${" ".repeat(70_000)}`],
    ["a RAR archive after the end", PDF + RAR + PDF],
    ["a 7z archive after the end", PDF + SEVEN_ZIP],
    ["a program before the header", `MZ\u0090\0\u0003${PDF}`],
    ["a Linux program before the header", `\u007fELF\u0002\u0001\u0001${PDF}`],
    ["a macOS program before the header", `\u00cf\u00fa\u00ed\u00fe\u0007\0\0\u0001${PDF}`],
    ["a Java class before the header", `\u00ca\u00fe\u00ba\u00be\0\0\u00004${PDF}`],
    ["a shortcut before the header", `${LNK}${PDF}`],
    ["a named shortcut before the header", `[InternetShortcut]\nURL=https://example.com\n${PDF}`],
    ["a desktop entry before the header", `\n[Desktop Entry]\nExec=sh\n${PDF}`],
    ["registry entries before the header", `Windows Registry Editor Version 5.00\n${PDF}`],
    ["an image before the header", `\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF${PDF}`],
    ["another image before the header", `GIF89a\u0001\0\u0001\0${PDF}`],
    ["a vector image before the header", `<svg onload=alert(1)>${PDF}`],
    ["a comment of a page before the header", `Banner\n<!--${PDF}`],
    ["XML before the header", `<?xml version="1.0"?>${PDF}`],
    ["a prefixed element before the header", `<x:script xmlns:x="a">${PDF}`],
    ["a server script before the header", `text <?php system($_GET[0]);/*${PDF}`],
    ["a page in UTF-16 before the header", `\u00ff\u00fe<\0b\0r\0/\0>\0${PDF}`],
    [
      "an element named like a URL before the header",
      `<x://y tabindex=1 onfocus=a() autofocus>${PDF}`,
    ],
    ["a URL with a script before the header", `<https://autofocus/tabindex="1"/onfocus=a()>${PDF}`],
    ["the start of an image before the header", `\u0089PNG\r\n\u001a\n${PDF}`],
    ["a warning in HTML before the header", `<br />\n<b>Warning</b>${PDF}`],
    ["a script that hides the PDF in a comment", `alert(1)/*${PDF}`],
    ["a shell script before the header", `${SHELL}${PDF}`],
    ["a shell script after a line end", `\r\n #!python\n${PDF}`],
    ["PostScript before the header", `%!PS-Adobe-3.0\n${PDF}`],
    ["RTF before the header", `{\\rtf1 ${PDF}`],
    ["RTF with a short mark before the header", `{\\rt ${PDF}`],
    ["an old Word file before the header", `${CFB}${"\0".repeat(504)}${PDF}`],
    ["a response with a page for Word", `${HTTP}MIME-Version: 1.0\r\n\r\n${PDF}`],
    ["an archive's entry after a banner", `Banner\n${localHeader(5)}${PDF}`],
    ["a gzip before the header", `\u001f\u008b\u0008\0${PDF}`],
    [
      "a tape archive before the header",
      `${"cv".padEnd(257, "\0")}ustar\0${"00".padEnd(249, "\0")}${PDF}`,
    ],
    ["a RAR archive before the header", RAR + PDF],
    ["a page after a byte order mark", `\u00ef\u00bb\u00bf <script>1</script>${PDF}`],
  ])("rejects a PDF with %s", async (_, text) => {
    const bytes = toBytes(text);
    expect(await isAccepted("cv.pdf", bytes)).toBe(false);
    expect(await isAccepted("cv.pdf", bytes, 7)).toBe(false);
  });

  test.each(["cv.doc", "cv.rtf", "cv.jpg", "cv.pdf.doc"])(
    "rejects a PDF with the name %s",
    async (name) => {
      for (const text of [PDF, PDF + MHTML]) {
        expect(await isAccepted(name, toBytes(text))).toBe(false);
      }
    },
  );
});

describe("a Word file or an image with additional content", () => {
  const RTF = "{\\rtf1\\ansi Ana Paz}";
  const word = async (path: string) =>
    Buffer.from(await file(`accepted/${path}`)).toString("latin1");

  test.each([
    ["a page that Word opens", "cv.doc", MHTML],
    ["a page that Word opens, in an RTF file", "cv.rtf", `${RTF}\n${MHTML}`],
    [
      "a page that Word opens, in an old Word file",
      "cv.doc",
      `${CFB}${"\0".repeat(900)}mime-version:1.0`,
    ],
    ["a page that Word opens, in UTF-16", "cv.doc", `${CFB}${MHTML.replace(/./g, "$&\0")}`],
    ["an RTF file that ends as an archive", "cv.rtf", RTF + createZip("x")],
  ])("rejects %s", async (_, name, text) => {
    expect(await isAccepted(name, toBytes(text))).toBe(false);
  });

  test.each([
    ...[["cv.doc", createZip("x")] as const, ["cv.rtf", createZip("x")] as const],
    ...[["cv.jpg", createZip("x")] as const, ["cv.jpg", RAR] as const, ["cv.png", RAR] as const],
  ])("rejects %s followed by an archive: case %#", async (name, archive) => {
    expect(await isAccepted(name, toBytes((await word(name)) + archive))).toBe(false);
  });

  test("accepts an old Word file with an embedded archive", async () => {
    const inside = createZip("x") + "\0".repeat(200);
    expect(await isAccepted("cv.doc", toBytes((await word("cv.doc")) + inside))).toBe(true);
  });
});

const MP4 = "\0\0\0\u0018ftypmp42\0\0\0\0mp42isom";
const padded = (text: string) => toBytes(text.padEnd(600, "\u0001"));
const odt = createNamedZip("mimetype", "application/vnd.oasis.opendocument.text");

describe("a file field", () => {
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ["letter.txt", toBytes("Dear all\n")],
    ["letter.txt", new TextEncoder().encode("Querido equipo, ¿qué tal? 😀")],
    ["BMW.txt", toBytes("BM is how this text begins, and PK\u0003\u0004 is in it")],
    ["work.mp4", padded(MP4)],
    ["work.zip", toBytes(createZip("text"))],
    ["table.xls", padded(CFB)],
    ["letter.odt", odt],
  ])("accepts %s", async (name, bytes) => {
    expect(await fits(name, [name.split(".").at(-1) ?? ""], bytes)).toBe(true);
  });

  test.each<[string, string[], Uint8Array<ArrayBuffer>]>([
    ["letter.txt", ["txt"], toBytes("A\0B")],
    ["work.gif", ["gif"], padded("GIF89a\u0001\0\u0001\0".replace("GIF", "RIFF"))],
    ["work.mp4", ["mp4"], padded("no film")],
    ["work.zip", ["zip"], toBytes("PK no archive")],
    ["work.pptx", ["pptx"], toBytes(createZip("text"))],
    ["work.jpg", ["jpg"], padded(CFB)],
    ["work.jpg", ["jpg"], padded("GIF89a\u0001\0\u0001\0")],
    ["work.gif", ["gif", "mp4"], padded(MP4)],
    ["work.zip", ["zip", "pdf"], toBytes(PDF)],
    ["work.gif", ["gif"], toBytes(`GIF89a${createZip("text")}`)],
  ])("rejects %s with invalid content in a field that accepts %j", async (name, accept, bytes) => {
    expect(await fits(name, accept, bytes)).toBe(false);
  });

  test("accepts an image with another image's extension if the field accepts both", async () => {
    expect(await fits("work.jpg", ["jpg", "png"], await file("accepted/cv.png"))).toBe(true);
  });
});

test.each<[string, Uint8Array<ArrayBuffer>, readonly string[], string | undefined]>([
  ["a PDF after a banner", toBytes(`Banner\n${PDF}`), CV_EXTENSIONS, "pdf"],
  ["a PDF in a field for images", toBytes(PDF), ["png", "jpg"], undefined],
  ["a PDF with a page", toBytes(PDF + MHTML), CV_EXTENSIONS, undefined],
  ["a Word file", await file("accepted/cv.docx"), CV_EXTENSIONS, "docx"],
  ["a Word file in a field for old Word files", await file("accepted/cv.docx"), ["doc"], "doc"],
  ["an old Word file", await file("accepted/cv.doc"), CV_EXTENSIONS, "doc"],
  ["RTF", await file("accepted/cv.rtf"), CV_EXTENSIONS, "rtf"],
  ["a JPEG", await file("accepted/cv.jpg"), ["pdf", "jpeg"], "jpeg"],
  ["a PNG", await file("accepted/cv.png"), CV_EXTENSIONS, "png"],
  ["an OpenDocument text", odt, ["zip", "odt"], "odt"],
  ["an archive", toBytes(createZip("text")), ["docx", "zip"], "zip"],
  ["an archive in a field for CVs", toBytes(createZip("text")), CV_EXTENSIONS, undefined],
  ["a text file", toBytes("Dear all"), ["pdf", "txt"], "txt"],
  ["a text file in a field for CVs", toBytes("Dear all"), CV_EXTENSIONS, undefined],
  ["a web page in a field for text files", toBytes("<!doctype html><p>1"), ["txt"], undefined],
  ["a program", toBytes(`MZ\u0090\0${"\0".repeat(600)}`), CV_EXTENSIONS, undefined],
])("derives a missing extension from the content of %s", async (_, bytes, accept, extension) => {
  for (const name of ["document:1234", "cv v2.1"]) {
    expect(await findExtension(name, accept, await scanFile(bytes), bytes)).toBe(extension);
  }
});

test("findExtension returns the JPEG extension that the field accepts", async () => {
  const bytes = await file("accepted/cv.jpg");
  const whole = await scanFile(bytes);
  expect(await findExtension("cv.jfif", CV_EXTENSIONS, whole, bytes)).toBe("jpg");
  expect(await findExtension("cv.jpeg", CV_EXTENSIONS, whole, bytes)).toBe("jpeg");
  expect(await findExtension("cv.exe", CV_EXTENSIONS, whole, bytes)).toBeUndefined();
});

test.each([
  ["image/webp", "work.webp", ["webp"], "image/webp"],
  ["image/webp", "work.webp", ["png"], "application/octet-stream"],
  ["text/plain", "letter.txt", ["txt"], "text/plain"],
  ["text/html", "letter.txt", ["txt"], "application/octet-stream"],
  ["application/vnd.ms-excel", "table.csv", ["csv"], "application/vnd.ms-excel"],
  ["application/pdf", "work.zip", ["zip", "pdf"], "application/octet-stream"],
])(
  "for type %s, name %s and accepted extensions %j, safeContentType returns %s",
  (given, name, accept, type) => {
    expect(safeContentType(given, name, accept)).toBe(type);
  },
);

test("uses less than 100 MB of memory to reject a Word file that would unpack to 512 MB", async () => {
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

test("safeContentType returns an accepted type or application/octet-stream for a CV", () => {
  expect(safeContentType("application/pdf", "cv.pdf")).toBe("application/pdf");
  expect(safeContentType("Image/JPEG ", "cv.jpg")).toBe("image/jpeg");
  expect(safeContentType("application/msword", "cv.rtf")).toBe("application/msword");
  for (const type of ["text/html", "application/pdf; x=\r\nEvil: 1", "", undefined])
    expect(safeContentType(type, "cv.pdf")).toBe("application/octet-stream");
  expect(safeContentType("application/pdf", "cv.doc")).toBe("application/octet-stream");
});
