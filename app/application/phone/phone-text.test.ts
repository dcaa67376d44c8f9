import { expect, test } from "vitest";
import { normalizeText, displayNumber, phoneDigits } from "./phone-text";

test.each([
  ["+34 612-34 (56)", "+346123456"],
  ["٣٤ ６１２", "34612"],
  ["＋３４_６·१२", "+34612"],
  ["+ +34 612", "+34612"],
  ["6️⃣1️⃣2️⃣", "612"],
  ["34+612", "34612"],
  ["see my CV", ""],
])("extracts the number's digits from %s: %s", (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});

test.each([
  ["", ""],
  ["+", "+"],
  ["+3", "+3"],
  ["+34", "+34 "],
  ["+34 6", "+34 6"],
  ["+999", "+999"],
])("adds a space after a complete dial code: %j becomes %j [9.11]", (formatted, shown) => {
  expect(displayNumber(formatted)).toBe(shown);
});

test("phoneDigits converts the digits of every script", () => {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code);
  const digits = codes.map((code) => String.fromCodePoint(code)).filter((c) => /\p{Nd}/u.test(c));
  expect(digits.length).toBeGreaterThan(600);
  const values = digits.map((digit) => phoneDigits(digit));
  expect(values.join("")).toBe("0123456789".repeat(digits.length / 10));
});

test("normalizeText turns separators into spaces, and keeps letters and extension signs", () => {
  const separators = ["_", "·", ".", "/", "|", ":", "•", "–", "、", "*", "’", ",", "\t", "\u3000"];
  for (const separator of separators) {
    expect(normalizeText(`612${separator}34`)).toBe("612 34");
  }
  expect(normalizeText("℡ ６１２ ext. 12")).toBe("TEL 612 ext 12");
  expect(normalizeText("612;ext=12")).toBe("612;ext=12");
  expect(normalizeText("612,,12#")).toBe("612,,12#");
});
