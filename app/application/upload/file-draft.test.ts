import { describe, expect, test } from "vitest";
import { begin, choose, drop, fileText, hold, isSameFile, lose, parseFile } from "./file-draft";
import type { FileDraft } from "./file-draft";

const file = new File(["%PDF-1.7"], "cv.pdf", { lastModified: 34 });
const marks = { name: "cv.pdf", size: 8, lastModified: 34 };
const other = { name: "other.pdf", size: 9, lastModified: 56, upload: 8 };

const held: FileDraft = { held: { ...marks, upload: 7 } };
const going: FileDraft = { chosen: { ...marks, upload: 7 } };
const replacing: FileDraft = { held: other, chosen: { ...marks, upload: 7 } };

test.each<[what: string, after: FileDraft, expected: FileDraft]>([
  ["a file is chosen", choose({ isGone: true }, file), { chosen: marks }],
  ["one that went up in part goes on", choose(going, file), going],
  ["one that the server holds is not sent twice", choose(held, file), { ...held, ...going }],
  [
    "another one is held until it is up",
    choose({ held: other }, file),
    { held: other, chosen: marks },
  ],
  ["it goes up", begin({ held: other, chosen: marks }, 7), replacing],
  ["it is up, in the place of the one before", hold(replacing, 7), held],
  ["cleared meanwhile, it does not go up", begin({}, 7), {}],
  ["cleared meanwhile, it is not held", hold({}, 7), {}],
  ["taken out, it leaves the one before", drop(replacing, 7), { held: other }],
  ["taken out when it is up, it leaves nothing", drop(held, 7), {}],
  [
    "taken out before it goes up, it leaves the one before",
    drop(replacing, undefined),
    { held: other },
  ],
  ["the server has it no more", lose(held, "held"), { isGone: true }],
  ["the browser has it no more", lose(going, "chosen"), { isGone: true }],
  [
    "the browser has it no more, and the server has another",
    lose(replacing, "chosen"),
    { held: other, isGone: false },
  ],
  [
    "the server has it no more, and another one is on its way",
    lose(replacing, "held"),
    { ...going, isGone: false },
  ],
])("%s", (_, after, expected) => {
  expect(after).toEqual(expected);
});

describe("what is stored of a file", () => {
  test.each([held, going, replacing, { isGone: true }])("is read as it was written: %j", (one) => {
    expect(parseFile(fileText(one))).toMatchObject(one);
  });

  test.each([{}, { isGone: false }, { held: undefined }])(
    "is nothing where there is none: %j",
    (one) => {
      expect(fileText(one)).toBeUndefined();
      expect(parseFile(fileText(one))).toEqual({ isGone: false });
    },
  );

  test.each([
    "",
    "{",
    "null",
    '"cv.pdf"',
    JSON.stringify({ held: marks, chosen: { ...marks, name: 7 }, isGone: "yes" }),
    JSON.stringify({ held: { ...marks, upload: "../7" }, chosen: { ...marks, size: "8" } }),
    JSON.stringify({ held: null, chosen: [] }),
    JSON.stringify({ held: { ...marks, upload: 7, kept: {} }, chosen: { ...marks, upload: "8" } }),
  ])("is left out where it is malformed: %s", (text) => {
    const { held: one, chosen, isGone } = parseFile(text);
    expect([one, chosen, isGone ?? false]).toEqual([undefined, undefined, false]);
  });
});

test.each([
  [marks, true],
  [{ ...marks, name: "a.pdf" }, false],
  [{ ...marks, size: 9 }, false],
  [{ ...marks, lastModified: 2 }, false],
])("a file is known by its name, size and time: %j", (one, isSame) => {
  expect(isSameFile(file, one)).toBe(isSame);
});
