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
  ["a file is chosen", choose({ isGone: true }, file), { chosen: details }],
  ["a partly uploaded file continues", choose(uploading, file), uploading],
  ["a held file is not uploaded again", choose(held, file), { ...held, ...uploading }],
  [
    "the previous file is held until the upload ends",
    choose({ held: other }, file),
    { held: other, chosen: details },
  ],
  ["the upload starts", begin({ held: other, chosen: details }, 7), replacing],
  ["the upload ends and replaces the previous file", hold(replacing, 7), held],
  ["the upload does not start if the file was removed", begin({}, 7), {}],
  ["the file is not held if it was removed", hold({}, 7), {}],
  [
    "removing the file during its upload leaves the previous file",
    drop(replacing, 7),
    { held: other },
  ],
  ["removing the file after its upload leaves nothing", drop(held, 7), {}],
  [
    "removing the file before its upload leaves the previous file",
    drop(replacing, undefined),
    { held: other },
  ],
  ["the server no longer has the file", lose(held, "held"), { isGone: true }],
  ["the browser no longer has the file", lose(uploading, "chosen"), { isGone: true }],
  [
    "the browser no longer has the file, but the server has another one",
    lose(replacing, "chosen"),
    { held: other, isGone: false },
  ],
  [
    "the server no longer has the file, but another one is uploading",
    lose(replacing, "held"),
    { ...uploading, isGone: false },
  ],
])("%s", (_, after, expected) => {
  expect(after).toEqual(expected);
});

describe("a stored draft", () => {
  test.each([held, uploading, replacing, { isGone: true }])(
    "is parsed as it was stored: %j",
    (one) => {
      expect(parseFile(fileText(one))).toMatchObject(one);
    },
  );

  test.each([{}, { isGone: false }, { held: undefined }])(
    "is undefined if there is no file: %j",
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
    JSON.stringify({ held: details, chosen: { ...details, name: 7 }, isGone: "yes" }),
    JSON.stringify({ held: { ...details, upload: "../7" }, chosen: { ...details, size: "8" } }),
    JSON.stringify({ held: null, chosen: [] }),
    JSON.stringify({
      held: { ...details, upload: 7, kept: {} },
      chosen: { ...details, upload: "8" },
    }),
  ])("is ignored if malformed: %s", (text) => {
    const { held: one, chosen, isGone } = parseFile(text);
    expect([one, chosen, isGone ?? false]).toEqual([undefined, undefined, false]);
  });
});

test.each([
  [details, true],
  [{ ...details, name: "a.pdf" }, false],
  [{ ...details, size: 9 }, false],
  [{ ...details, lastModified: 2 }, false],
])("a file is identified by name, size and time: %j", (one, isSame) => {
  expect(isSameFile(file, one)).toBe(isSame);
});
