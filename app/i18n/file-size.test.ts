import { expect, test } from "vitest";
import { fileSizeText, kilobytesText } from "./file-size";

test.each([
  [0, "en", "0 KB"],
  [1, "en", "1 KB"],
  [340 * 1024, "es-ES", "340 KB"],
  [1024 ** 2, "en", "1 MB"],
  [3.2 * 1024 ** 2, "en", "3.2 MB"],
  [3.2 * 1024 ** 2, "es-ES", "3,2 MB"],
  [3.2 * 1024 ** 2, "es-MX", "3.2 MB"],
])("%i bytes in %s are %s", (bytes, language, text) => {
  expect(fileSizeText(bytes, language)).toBe(text);
});

test.each([
  ["en", "5,120"],
  ["es-ES", "5120"],
  ["es-MX", "5,120"],
])("the hint's kilobytes in %s are %s", (language, text) => {
  expect(kilobytesText(5120, language)).toBe(text);
});
