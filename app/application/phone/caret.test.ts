import { describe, expect, test } from "vitest";
import { caretPosition, countDigitsAfter } from "./phone-text";

describe("caretPosition", () => {
  test.each([
    ["+34 612 34 56 7|8", 1],
    ["+34 612 34| 56 78", 4],
    ["+34 |612", 3],
    ["+3|4 612", 4],
    ["+|34 612", 5],
    // At the end.
    ["+34 612|", 0],
    ["+1 (201)|", 0],
    // More digits than the text has.
    ["|+34 612", 99],
  ])("returns the position of the caret in %s, with %i digits after it", (field, digits) => {
    const text = field.replace("|", "");
    expect(caretPosition(text, digits)).toBe(field.indexOf("|"));
  });
});

test("countDigitsAfter counts digits of any script", () => {
  expect(countDigitsAfter("+34 ٦١٢", 4)).toBe(3);
  expect(countDigitsAfter("+34 612", 5)).toBe(2);
  expect(countDigitsAfter("+34 ", 4)).toBe(0);
});
