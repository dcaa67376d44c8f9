import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { hasCvContent, safeContentType } from "./cv-type.server";

async function isAccepted(file: string) {
  const bytes = new Uint8Array(await readFile(`tests/fixtures/${file}`));
  return hasCvContent(bytes.subarray(0, 64 * 1024), new Blob([bytes]).stream());
}

test.each(["cv.doc", "cv.docx", "cv.jpg", "cv.pdf", "cv.png", "cv.rtf"])(
  "a real %s is accepted",
  async (file) => {
    expect(await isAccepted(`accepted/${file}`)).toBe(true);
  },
);

test("a PDF that was cut off is accepted: its type is right", async () => {
  expect(await isAccepted("false/truncated.pdf")).toBe(true);
});

test.each(["archive.docx", "drawing.png", "empty.pdf", "page.pdf", "program.pdf", "text.odt"])(
  "%s is not what its name says",
  async (file) => {
    expect(await isAccepted(`false/${file}`)).toBe(false);
  },
);

test("a PDF may have other bytes before its header, but not many", async () => {
  const pdf = (before: number) => new TextEncoder().encode(`${"\n".repeat(before)}%PDF-1.7\n`);
  const accepts = (bytes: Uint8Array<ArrayBuffer>) =>
    hasCvContent(bytes, new Blob([bytes]).stream());
  // The whole header stands within the first 1,024 bytes (ISO 32000-1, annex H, note 13).
  const most = 1024 - "%PDF-".length;
  for (const before of [0, 500, most]) expect(await accepts(pdf(before))).toBe(true);
  for (const before of [most + 1, 1023, 2000]) expect(await accepts(pdf(before))).toBe(false);
});

test.each([
  ["a program", "MZ\u0090\u0000\u0003"],
  ["a page", "\n<!DOCTYPE html><script>1</script>"],
  ["a shell script", "#!/bin/sh\nexit\n"],
  ["an archive", "PK\u0003\u0004\u0014\u0000\u0000\u0000\u0008\u0000"],
  ["an animation", "GIF89a\u0001\u0000\u0001\u0000"],
  ["a page behind a mark of its encoding", "\u00ef\u00bb\u00bf <script>1</script>"],
])("%s that is a PDF as well is not a CV", async (_, before) => {
  const bytes = Buffer.from(`${before}\n%PDF-1.7\n%%EOF`, "latin1");
  const accepted = await hasCvContent(bytes, new Blob([bytes]).stream());
  expect(accepted).toBe(false);
});

test.each([
  ["a mark of an encoding", "\u00ef\u00bb\u00bf"],
  ["a text that has brackets further on", "if a < b, see #!x\n"],
  ["an accepted picture", "\u00ff\u00d8\u00ff\u00e0"],
])("a PDF may have %s before its header", async (_, before) => {
  const bytes = Buffer.from(`${before}%PDF-1.7\n%%EOF`, "latin1");
  expect(await hasCvContent(bytes, new Blob([bytes]).stream())).toBe(true);
});

test("no more is read of a PDF than what came first", async () => {
  const bytes = new TextEncoder().encode("%PDF-1.7\n");
  let isLetGo = false;
  const content = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: () => Promise.reject(new Error("It was read on")),
      cancel: () => void (isLetGo = true),
    },
    { highWaterMark: 0 },
  );
  expect(await hasCvContent(bytes, content)).toBe(true);
  expect(isLetGo).toBe(true);
});

test("what breaks off while its type is looked for is no CV", async () => {
  const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: () => Promise.reject(new Error("The line is gone")),
  });
  expect(await hasCvContent(new Uint8Array(10), content)).toBe(false);
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
  expect(await hasCvContent(bytes.subarray(0, 1024), new Blob([bytes]).stream())).toBe(false);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
});

test("a CV is called what an accepted file is called, or mere bytes", () => {
  expect(safeContentType("application/pdf")).toBe("application/pdf");
  expect(safeContentType("Image/JPEG ")).toBe("image/jpeg");
  for (const type of [
    "text/html",
    "image/svg+xml",
    "application/pdf; x=\r\nEvil: 1",
    "",
    undefined,
  ])
    expect(safeContentType(type)).toBe("application/octet-stream");
});
