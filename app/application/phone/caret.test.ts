import { describe, expect, test } from "vitest";
import { caretPosition, countDigitsAfter } from "./caret";

describe("the caret stands in front of the digits that an edit left alone", () => {
  test.each([
    ["+34 612 34 56 7|8", 1],
    ["+34 612 34| 56 78", 4],
    ["+34 |612", 3],
    ["+3|4 612", 4],
    ["+|34 612", 5],
    // Who types at the end stays there, whatever stands there.
    ["+34 612|", 0],
    ["+1 (201)|", 0],
    // More than there are.
    ["|+34 612", 99],
  ])("%s", (field, digits) => {
    const text = field.replace("|", "");
    expect(caretPosition(text, digits)).toBe(field.indexOf("|"));
  });
});

test("digits behind a place are counted in whatever script they are written", () => {
  expect(countDigitsAfter("+34 ٦١٢", 4)).toBe(3);
  expect(countDigitsAfter("+34 612", 5)).toBe(2);
  expect(countDigitsAfter("+34 ", 4)).toBe(0);
});
