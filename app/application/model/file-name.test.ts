import { expect, test } from "vitest";
import {
  acceptedExtension,
  fileExtension,
  isImageName,
  isNameAccepted,
  nameWithExtension,
  safeFileName,
} from "./file-name";
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
  ["cv.pdf ", "cv.pdf"],
  ["Ana's CV.pdf. .\u3000", "Ana's CV.pdf"],
  ["...", "..."],
])("safeFileName turns %j into %j", (given, expected) => {
  expect(safeFileName(given)).toBe(expected);
});

test.each([
  ["cv.PDF", "pdf"],
  ["cv.pdf.exe", "exe"],
  ["cv.pdf\u00a0", "pdf"],
  ["work.MP4 . .", "mp4"],
  ["cv.pdf (1)", ""],
  ["image:1000012345", ""],
  ["cv v10.2", ""],
  ["Ana P. Paz López", ""],
  ["pdf", ""],
  ["", ""],
])("the extension of %j is %j", (name, extension) => {
  expect(fileExtension(name)).toBe(extension);
});

test.each([
  ["cv.docx", ["pdf", "docx"], "docx"],
  ["photo.jfif", ["png", "jpg", "jpeg"], "jpg"],
  ["photo.JPEG", ["jpg"], "jpg"],
  ["photo.pjp", ["jpg"], "jpg"],
  ["photo.jpeg", ["jpg", "jpeg"], "jpeg"],
  ["photo.jpe", ["pdf"], undefined],
  ["cv", ["pdf"], undefined],
])("the extension of %j in a field that accepts %j is %j", (name, accept, extension) => {
  expect(acceptedExtension(name, accept)).toBe(extension);
  expect(isNameAccepted(name, accept)).toBe(extension !== undefined || name === "cv");
});

test.each([
  ["Cv.PDF", "pdf", "Cv.PDF"],
  ["photo.2.jfif", "jpg", "photo.2.jpg"],
  ["document:1234", "pdf", "document:1234.pdf"],
  ["cv.pdf (1)", "pdf", "cv.pdf (1).pdf"],
  ["x".repeat(FILE_NAME_MAX_LENGTH), "docx", `${"x".repeat(FILE_NAME_MAX_LENGTH - 5)}.docx`],
])("names %s with the extension %s: %s", (name, extension, expected) => {
  expect(nameWithExtension(name, extension)).toBe(expected);
});

test.each([
  ["photo.JPG", true],
  ["photo.jfif ", true],
  ["photo.heic", true],
  ["photo.hif", true],
  ["photo.pjpeg", true],
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

test.each([".", " ", ". ", "\u00ad"])(
  "safeFileName cuts a long name with many %j before the test times out",
  (end) => {
    expect(safeFileName(`${end.repeat(100_000)}x`)).toHaveLength(FILE_NAME_MAX_LENGTH);
  },
);
