import { describe, expect, test } from "vitest";
import { parseMarked } from "~/tests/support/phone-edits";
import { applyEdit } from "./edit";
import type { Country } from "./numbering";
import { phoneDigits } from "./phone-text";

describe("a composing keyboard", () => {
  const field = (before: string, start: number, marked: string, home: Country = "ES") => {
    const { text: after, start: caret } = parseMarked(marked);
    const inputType = "insertCompositionText";
    const edit = { inputType, before: { text: before, start }, after, caret };
    const entry = { digits: phoneDigits(before), country: home };
    const { digits, right, note } = applyEdit(entry, edit);
    return { digits, right, note };
  };

  test.each([
    ["replaces the entire text with a number", "+34 ", 4, "612 34 56 78|", "+34612345678"],
    ["replaces a plus with a number", "+", 1, "+34 612 34 56 78|", "+34612345678"],
    ["replaces digits before the caret", "+34 612", 7, "+34 699|", "+34699"],
    ["deletes digits before the caret", "+34 612", 7, "+34 6|", "+346"],
    ["replaces digits in the middle", "+34 612 34", 7, "+34 69| 34", "+346934"],
    ["deletes a space between digits", "+34 612", 4, "+34|612", "+34612"],
  ])("%s", (_, before, start, after, digits) => {
    expect(field(before, start, after)).toMatchObject({ digits, note: undefined });
  });

  test.each([
    // The inserted digits alone are a valid national number.
    ["DE", "+49 1", 5, "+49 151 23456789|", "+4915123456789"],
    ["MX", "+3", 2, "+34612345678|", "+34612345678"],
  ] as const)(
    "completes a number with a suggestion: in %s, %s",
    (home, before, start, after, digits) => {
      expect(field(before, start, after, home).digits).toBe(digits);
    },
  );

  test("replaces an incomplete number with a complete number", () => {
    expect(field("+34 612", 7, "+34 612699 11 22 33|").digits).toBe("+34699112233");
  });

  test("omits the extension of a completed number", () => {
    const extension = { text: "phone.extension", extension: "12" };
    for (const start of [4, 2, 0]) {
      const done = field("+34 ", start, "612 34 56 78 ext. 12|");
      expect(done).toEqual({ digits: "+34612345678", right: 0, note: extension });
    }
  });
});
