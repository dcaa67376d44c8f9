import { expect, test } from "vitest";
import { hasCvExtension, isImageName, safeFileName } from "./file-name";
import { FILE_NAME_MAX_LENGTH } from "./limits";

test.each([
  ["Curri\u0301culum 😀.pdf", "Curri\u0301culum 😀.pdf"],
  ["..\\..\\x.pdf", "x.pdf"],
  ["C:\\fakepath\\Ana's CV.pdf", "Ana's CV.pdf"],
  ["../../etc/cv.pdf", "cv.pdf"],
  ["/\\/", ""],
  ["line\r\nbreak\u0000.pdf", "linebreak.pdf"],
  ["cv\u202e\u200bfdp.exe", "cvfdp.exe"],
  ["cv\u0085\u061c.pdf", "cv.pdf"],
])("safeFileName turns %j into %j", (given, expected) => {
  expect(safeFileName(given)).toBe(expected);
});

test.each([
  ["cv.pdf", true],
  ["cv.PDF", true],
  ["cv.pdf.exe", false],
  ["pdf", false],
  ["cv.odt", false],
  ["", false],
])("hasCvExtension for %j is %s", (name, expected) => {
  expect(hasCvExtension(name)).toBe(expected);
});

test.each([
  ["photo.JPG", true],
  ["cv.pdf", false],
])("isImageName for %j is %s", (name, expected) => {
  expect(isImageName(name)).toBe(expected);
});

test("safeFileName limits the length, keeps the extension and splits no character", () => {
  const safe = safeFileName(`${"😀".repeat(500)}.PDF`);
  expect([...safe].length).toBe(FILE_NAME_MAX_LENGTH);
  expect(safe).toMatch(/^😀+\.PDF$/u);
  expect(safeFileName(safe)).toBe(safe);
});
