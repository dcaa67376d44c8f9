import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { hasCvContent } from "./cv-type.server";

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
  expect(await accepts(pdf(500))).toBe(true);
  expect(await accepts(pdf(2000))).toBe(false);
});
