import { expect, test } from "vitest";
import { isPlatformId } from "./ids";

test.each([
  ["7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01", true],
  ["42", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["", false],
  ["..", false],
  ["ñ", false],
  ["a\n", false],
])("isPlatformId(%j) returns %s", (text, expected) => {
  expect(isPlatformId(text)).toBe(expected);
});
