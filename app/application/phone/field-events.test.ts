import { describe, expect, test } from "vitest";
import { readMarks } from "../../../tests/support/phone-edits";
import { significant } from "./phone-text";
import { afterInput, begun, commandOf, emptied, tidied } from "./field-events";

describe("what an input event means", () => {
  /** From a field to another, each with `|` where its caret is; null: nothing was announced. */
  const taken = (inputType: string, before: string | null, after: string) => {
    const from = readMarks(before ?? after);
    const to = readMarks(after);
    const announced = { text: from.text, start: from.start, caret: from.end };
    const { entry, rightBefore, skipsGap } = afterInput(
      { digits: before === null ? "" : significant(from.text), country: "ES" },
      { inputType, before: before === null ? undefined : announced, after: to.text, caret: to.end },
      "ES",
    );
    return { digits: entry.digits, right: entry.right, rightBefore, skipsGap };
  };

  test.each([
    ["the browser fills the field in", "", null, "612 34|5 678", "+34612345678", 0],
    ["it announces it", "insertReplacementText", "+34 6|", "+44 7400 12|3456", "+447400123456", 0],
  ])("%s: the whole text is a number", (_, inputType, before, after, digits, right) => {
    expect(taken(inputType, before, after)).toEqual({ digits, right });
  });

  test.each([
    ["a key", "insertText", "+34 61|", "+34 612|", "+34612", 0],
    ["a key between digits", "insertText", "+34 61|3", "+34 612|3", "+346123", 1],
    ["a composed text", "insertCompositionText", "+34 |", "+34 612|", "+34612", 0],
    ["a pasted number", "insertFromPaste", "+34 |", "+34 +44 7400 123456|", "+447400123456", 0],
    ["text that is dropped", "insertFromDrop", "+34 61|", "+34 2|61", "+34261", 2],
    ["a change of which nothing is said", "", "+34 61|", "+34 2|61", "+34261", 2],
  ])("%s is taken in", (_, inputType, before, after, digits, right) => {
    const { text, end } = readMarks(before);
    const rightBefore = text.length - end;
    expect(taken(inputType, before, after)).toMatchObject({ digits, right, rightBefore });
    expect(taken(inputType, before, after).skipsGap ?? false).toBe(false);
  });

  test.each([
    ["backward", "deleteContentBackward", "+34 612|", "+34 61|", "+3461", 0, false],
    ["backward over a gap", "deleteContentBackward", "+34 612 |3", "+34 612|3", "+34613", 1, false],
    ["backward up to a gap", "deleteContentBackward", "+34 612 3|", "+34 612 |", "+34612", 0, true],
    ["forward", "deleteContentForward", "+34 |612", "+34 |12", "+3412", 2, true],
    ["forward over a gap", "deleteContentForward", "+34 612| 3", "+34 612|3", "+34612", 0, false],
    ["a word", "deleteWordBackward", "+34 612 34|", "+34 612 |", "+34612", 0, true],
  ])("deleting %s", (_, inputType, before, after, digits, right, skipsGap) => {
    expect(taken(inputType, before, after)).toMatchObject({ digits, right, skipsGap });
  });
});

test.each([
  ["ES", "+34", "ES"],
  [undefined, "+44", "GB"],
] as const)("a field of %s begins with %s", (country, digits, begins) => {
  expect(begun({ digits: "", country }, "GB")).toEqual({ digits, country: begins, right: 0 });
});

test.each([
  ["+3434612345678", "ES", "+34612345678", "ES"],
  ["+4407400123456", "GB", "+447400123456", "GB"],
  ["+34612345678", "ES", undefined, undefined],
  ["", "ES", undefined, undefined],
] as const)("%s of %s is written as %s", (digits, country, number, ofCountry) => {
  const tidy = number && { digits: number, country: ofCountry, right: 0 };
  expect(tidied({ digits, country }, country)).toEqual(tidy);
});

test.each([
  ["", "ES", "ES"],
  ["+", undefined, "GB"],
  ["+34", "ES", "ES"],
  ["+346", "ES", undefined],
] as const)(
  "a field with %j of %s, once it is left, is empty and of %s",
  (digits, country, left) => {
    const empty = left && { digits: "", country: left, right: 0 };
    expect(emptied({ digits, country }, "GB")).toEqual(empty);
  },
);

describe("what a key asks for", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };
  const [ctrl, alt, shift] = [{ ctrlKey: true }, { altKey: true }, { shiftKey: true }];

  test.each([
    ["z", ctrl, "undo"],
    ["Z", { ...ctrl, ...shift }, "redo"],
    ["y", { metaKey: true }, "redo"],
    ["z", {}, undefined],
    ["z", { ...ctrl, ...alt }, undefined],
    ["a", ctrl, undefined],
    ["Enter", {}, "tidy"],
    ["Backspace", {}, undefined],
    ["Backspace", { repeat: true }, undefined],
  ])("%s with %j", (key, held, command) => {
    expect(commandOf({ ...plain, ...held, key }, "+34612")).toBe(command);
  });

  test("a Backspace that is held stops at the dial code", () => {
    expect(commandOf({ ...plain, key: "Backspace", repeat: true }, "+34")).toBe("stop");
    expect(commandOf({ ...plain, key: "Backspace" }, "+34")).toBeUndefined();
    expect(commandOf({ ...plain, key: "Backspace", repeat: true }, "+")).toBeUndefined();
  });

  test("a browser that fills the field in sends a key without a name", () => {
    const event = { ...plain, key: undefined as unknown as string }; // as autofill does
    expect(commandOf(event, "+34")).toBeUndefined();
  });
});
