import { expect, test } from "vitest";
import { fileSizeText, kilobytesText, limitText } from "./file-size";

test.each([
  [0, "en", "0 KB"],
  [1024 ** 2, "en", "1 MB"],
  [3.2 * 1024 ** 2, "en", "3.2 MB"],
  [3.2 * 1024 ** 2, "es-ES", "3,2 MB"],
])("%i bytes in %s are %s", (bytes, language, text) => {
  expect(fileSizeText(bytes, language)).toBe(text);
});

test.each([
  [2047, "en", "1 KB"],
  [20_000_000, "es-ES", "19 MB"],
  [2_000_000, "es-ES", "1,9 MB"],
  [25 * 1024 ** 2, "en", "25 MB"],
])("a limit of %i bytes in %s is %s, and no more than it is", (bytes, language, text) => {
  expect(limitText(bytes, language)).toBe(text);
});

test.each([
  ["en", "5,120 KB"],
  ["es-ES", "5120 KB"],
])("the hint's kilobytes in %s are %s", (language, text) => {
  expect(kilobytesText(5120, language)).toBe(text);
});
