import { describe, expect, test } from "vitest";
import { begin, choose, drop, fileText, hold, isSameFile, lose, parseFile } from "./file-draft";
import type { FileDraft } from "./file-draft";

const file = new File(["%PDF-1.7"], "cv.pdf", { lastModified: 34 });
const details = { name: "cv.pdf", size: 8, lastModified: 34 };
const other = { name: "other.pdf", size: 9, lastModified: 56, upload: 8 };

const held: FileDraft = { held: { ...details, upload: 7 } };
const uploading: FileDraft = { chosen: { ...details, upload: 7 } };
const replacing: FileDraft = { held: other, chosen: { ...details, upload: 7 } };

test.each<[what: string, after: FileDraft, expected: FileDraft]>([
  ["choosing a file", choose({ isGone: true }, file), { chosen: details }],
  ["choosing a partly uploaded file again", choose(uploading, file), uploading],
  ["choosing a held file again", choose(held, file), { ...held, ...uploading }],
  ["choosing another file", choose({ held: other }, file), { held: other, chosen: details }],
  ["starting an upload", begin({ held: other, chosen: details }, 7), replacing],
  ["finishing an upload", hold(replacing, 7), held],
  ["starting an upload of a removed file", begin({}, 7), {}],
  ["finishing an upload of a removed file", hold({}, 7), {}],
  ["removing a file during its upload", drop(replacing, 7), { held: other }],
  ["removing a file after its upload", drop(held, 7), {}],
  ["removing a file before its upload", drop(replacing, undefined), { held: other }],
  ["losing a held file", lose(held, "held"), { isGone: true }],
  ["losing a chosen file", lose(uploading, "chosen"), { isGone: true }],
  [
    "losing a chosen file while another file is held",
    lose(replacing, "chosen"),
    { held: other, isGone: false },
  ],
  [
    "losing a held file while another file is uploading",
    lose(replacing, "held"),
    { ...uploading, isGone: false },
  ],
])("updates the draft after %s", (_, after, expected) => {
  expect(after).toEqual(expected);
});

describe("fileText and parseFile", () => {
  test.each([held, uploading, replacing, { isGone: true }])(
    "keep the properties of %j",
    (draft) => {
      expect(parseFile(fileText(draft))).toMatchObject(draft);
    },
  );

  test.each([{}, { isGone: false }, { held: undefined }])("store nothing for %j", (draft) => {
    expect(fileText(draft)).toBeUndefined();
    expect(parseFile(fileText(draft))).toEqual({ isGone: false });
  });

  test.each([
    "",
    "{",
    "null",
    '"cv.pdf"',
    JSON.stringify({ held: details, chosen: { ...details, name: 7 }, isGone: "yes" }),
    JSON.stringify({ held: { ...details, upload: "../7" }, chosen: { ...details, size: "8" } }),
    JSON.stringify({ held: null, chosen: [] }),
    JSON.stringify({
      held: { ...details, upload: 7, kept: {} },
      chosen: { ...details, upload: "8" },
    }),
  ])("ignore the malformed draft %s", (text) => {
    const { held: heldFile, chosen, isGone } = parseFile(text);
    expect([heldFile, chosen, isGone ?? false]).toEqual([undefined, undefined, false]);
  });
});

test.each([
  [details, true],
  [{ ...details, name: "a.pdf" }, false],
  [{ ...details, size: 9 }, false],
  [{ ...details, lastModified: 2 }, false],
])("isSameFile compares the name, size and time of %j", (chosen, isSame) => {
  expect(isSameFile(file, chosen)).toBe(isSame);
});
