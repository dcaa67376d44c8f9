import { describe, expect, test } from "vitest";
import { parseMarked } from "../../../tests/support/phone-edits";
import { applyEdit } from "./edit";
import type { Country } from "./numbering";
import { phoneDigits } from "./phone-text";

describe("what a keyboard does that composes whole words", () => {
  const field = (before: string, start: number, marked: string, home: Country = "ES") => {
    const { text: after, start: caret } = parseMarked(marked);
    const inputType = "insertCompositionText";
    const edit = { inputType, before: { text: before, start }, after, caret };
    const entry = { digits: phoneDigits(before), country: home };
    const { digits, right, note } = applyEdit(entry, edit);
    return { digits, right, note };
  };

  test.each([
    ["replaces the whole text by a number", "+34 ", 4, "612 34 56 78|", "+34612345678"],
    ["does so behind the plus", "+", 1, "+34 612 34 56 78|", "+34612345678"],
    ["goes back to what stands there", "+34 612", 7, "+34 699|", "+34699"],
    ["goes back and takes some away", "+34 612", 7, "+34 6|", "+346"],
    ["goes back in the middle", "+34 612 34", 7, "+34 69| 34", "+346934"],
    ["takes a gap away that stands between digits", "+34 612", 4, "+34|612", "+34612"],
  ])("%s", (_, before, start, after, digits) => {
    expect(field(before, start, after)).toMatchObject({ digits, note: undefined });
  });

  test.each([
    // What is new would be a number of the country itself: 51 23456789, 461 234 5678, 01 234 567.
    ["DE", "+49 1", 5, "+49 151 23456789|", "+4915123456789"],
    ["MX", "+3", 2, "+34612345678|", "+34612345678"],
  ] as const)(
    "a suggestion completes the number: in %s, %s",
    (home, before, start, after, digits) => {
      expect(field(before, start, after, home).digits).toBe(digits);
    },
  );

  test("a whole number that is said behind a part of one takes its place", () => {
    expect(field("+34 612", 7, "+34 612699 11 22 33|").digits).toBe("+34699112233");
  });

  test("a number that is completed by it leaves its extension out, as if it were put in", () => {
    const extension = { text: "phone.extension", extension: "12" };
    for (const start of [4, 2, 0]) {
      const done = field("+34 ", start, "612 34 56 78 ext. 12|");
      expect(done).toEqual({ digits: "+34612345678", right: 0, note: extension });
    }
  });
});
