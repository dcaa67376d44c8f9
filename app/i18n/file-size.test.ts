import { expect, test } from "vitest";
import { fileSizeText, kilobytesText, limitText } from "./file-size";

test.each([
  [0, "en", "0\u00a0KB"],
  [1024 ** 2, "en", "1\u00a0MB"],
  [3.2 * 1024 ** 2, "en", "3.2\u00a0MB"],
  [3.2 * 1024 ** 2, "es-ES", "3,2\u00a0MB"],
  [3.2 * 1024 ** 2, "fr", "3,2\u00a0Mo"],
  [5120, "fr", "5\u00a0Ko"],
])("formats %i bytes in %s as %s", (bytes, language, text) => {
  expect(fileSizeText(bytes, language)).toBe(text);
});

test.each([
  [2047, "en", "1\u00a0KB"],
  [20_000_000, "es-ES", "19\u00a0MB"],
  [2_000_000, "es-ES", "1,9\u00a0MB"],
  [25 * 1024 ** 2, "en", "25\u00a0MB"],
])("rounds a limit of %i bytes in %s down to %s", (bytes, language, text) => {
  expect(limitText(bytes, language)).toBe(text);
});

test.each([
  ["en", "5,120\u00a0KB"],
  ["es-ES", "5120\u00a0KB"],
])("formats 5120 KB in %s as %s", (language, text) => {
  expect(kilobytesText(5120, language)).toBe(text);
});
