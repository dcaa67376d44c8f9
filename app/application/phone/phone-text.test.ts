import { expect, test } from "vitest";
import { shownPhone, significant } from "./phone-text";

test.each([
  ["+34 612-34 (56)", "+346123456"],
  ["＋34 612", "+34612"],
  ["٣٤ ６１２", "34612"],
  ["34+612", "34612"],
  ["see my CV", ""],
])("of %s belongs to a number: %s", (text, digits) => {
  expect(significant(text)).toBe(digits);
});

test.each([
  ["", ""],
  ["+", "+"],
  ["+3", "+3"],
  ["+34", "+34 "],
  ["+34 6", "+34 6"],
  ["+999", "+999"],
])("behind a whole dial code stands a space: %j is %j", (formatted, shown) => {
  expect(shownPhone(formatted)).toBe(shown);
});
