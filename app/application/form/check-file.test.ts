import { expect, test } from "vitest";
import { findFileError, isReadable } from "./check-file";

test.each([
  ["cv.pdf", 1, undefined],
  ["cv.pdf ", 1, undefined],
  ["cv.Pdf..", 1, undefined],
  ["cv.pdf\u200b", 1, undefined],
  ["document:1234", 1, undefined],
  ["msf:62", 1001, "error.file_large"],
  ["Ana Paz. Madrid, España", 1, undefined],
  ["cv v2.1", 1, undefined],
  ["cv.jfif", 1, "error.cv_type"],
  ["CV.DOCX", 1000, undefined],
  ["cv.pdf", 0, "error.cv_empty"],
  ["cv.pdf", 1001, "error.file_large"],
  ["cv.odt", 1, "error.cv_type"],
  ["cv.exe", 0, "error.cv_type"],
])("checks %s of %i bytes with a limit of 1,000 bytes: %s", (name, size, error) => {
  const rules = { accept: ".pdf,.docx", maxBytes: 1000 };
  expect(findFileError({ name, size, type: "" }, rules)).toBe(error);
});

test.each([
  ["photo.JFIF", "", undefined],
  ["photo.jpe", "", undefined],
  ["photo.jpeg.", "", undefined],
  ["photo.heic", "image/heic", "error.photo_type"],
  ["photo.webp ", "", "error.photo_type"],
  ["photo.nef", "image/x-nikon-nef", "error.photo_type"],
  ["cv.pages", "", "error.cv_type"],
])("checks %s of type %j in a field for photos: %s", (name, type, error) => {
  const rules = { accept: ".pdf,.jpg,.jpeg,.jpe,.jfif", maxBytes: 1000 };
  expect(findFileError({ name, size: 1, type }, rules)).toBe(error);
});

test("isReadable is false for a file that can no longer be read", async () => {
  expect(await isReadable(new File(["x"], "cv.pdf"))).toBe(true);
  const gone = new File(["x"], "cv.pdf");
  gone.slice = () => {
    const part = new Blob(["x"]);
    part.arrayBuffer = () => Promise.reject(new DOMException("Gone", "NotReadableError"));
    return part;
  };
  expect(await isReadable(gone)).toBe(false);
});
