import { expect, test } from "vitest";
import { findFileError, isReadable } from "./check-file";

test.each([
  ["cv.pdf", 1, undefined],
  ["CV.DOCX", 1000, undefined],
  ["cv.pdf", 0, "error.cv_empty"],
  ["cv.pdf", 1001, "error.file_large"],
  ["cv.odt", 1, "error.cv_type"],
  ["cv.exe", 0, "error.cv_type"],
])("checks %s of %i bytes with a limit of 1,000 bytes: %s", (name, size, error) => {
  expect(findFileError({ name, size }, { accept: ".pdf,.docx", maxBytes: 1000 })).toBe(error);
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
