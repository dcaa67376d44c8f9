import { describe, expect, test } from "vitest";
import { fileKey, parseDraft, type Draft } from "./draft";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 8);

const PATH = "/-/applications/0123456789abcdef/cv/7";
const draft: Draft = {
  applicationId: "0123456789abcdef",
  at: NOW,
  submittedAt: NOW - 1,
  values: { first_name: "Ana", privacy_policy: "true" },
  cv: { name: "cv.pdf", size: 12, lastModified: 34, address: PATH, isHeld: true },
};

const parsed = (value: unknown) => parseDraft(JSON.stringify(value), NOW);

describe("a draft", () => {
  test("is read as it was written", () => {
    expect(parsed(draft)).toEqual(draft);
    const least: Draft = { applicationId: draft.applicationId, at: NOW, values: {} };
    const cv = { name: "cv.pdf", size: 1, lastModified: 1, isHeld: false };
    for (const one of [least, { ...least, cv }]) expect(parsed(one)).toEqual(one);
  });

  test.each([
    ["the id of the longest", "a".repeat(64), true],
    ["an id that is too short", "a".repeat(15), false],
    ["an id that is too long", "a".repeat(65), false],
    ["an id with a slash behind it", `${"a".repeat(16)}/`, false],
  ])("with %s", (_, applicationId, isOne) => {
    expect(parsed({ ...draft, applicationId }) !== undefined).toBe(isOne);
  });

  test.each([
    ["is one for almost a week", NOW - 7 * DAY + 1, true],
    ["is one no longer", NOW - 7 * DAY, false],
    ["from the future was never written", NOW + 1, false],
  ])("%s", (_, at, isOne) => {
    expect(parsed({ ...draft, at }) !== undefined).toBe(isOne);
  });
});

describe("a draft that corrects a refused application, or was sent", () => {
  test.each([
    ["may say what was said of it", { corrects: "Not so" }, true],
    ["may say that nothing was", { corrects: "" }, true],
    ["says so in words", { corrects: 7 }, false],
    ["may say why it was refused", { refusal: { errors: { cv: "No" }, message: "Not so" } }, true],
    ["says of which fields", { refusal: { message: "Not so" } }, false],
    ["says nothing of no fields", { refusal: { errors: null } }, false],
    ["says it of each in words", { refusal: { errors: { cv: 7 } } }, false],
    ["says it of the whole in words", { refusal: { errors: {}, message: {} } }, false],
    ["is one for ten days once it was sent", { isSent: true, at: NOW - 10 * DAY + 1 }, true],
    ["and no longer", { isSent: true, at: NOW - 10 * DAY }, false],
  ])("%s", (_, changes, isOne) => {
    expect(parsed({ ...draft, ...changes }) !== undefined).toBe(isOne);
  });
});

describe("what is no draft is not read as one, whoever wrote it", () => {
  const cv = { ...draft.cv };
  test.each<[string, unknown]>([
    ["a text", "draft"],
    ["a draft without an id", { ...draft, applicationId: undefined }],
    ["a draft without a time", { ...draft, at: undefined }],
    ["a draft whose time is a text", { ...draft, at: String(NOW) }],
    ["a draft that was sent at a text", { ...draft, submittedAt: "now" }],
    ["a draft without values", { ...draft, values: undefined }],
    ["a draft whose values are null", { ...draft, values: null }],
    ["a draft whose values are a text", { ...draft, values: "Ana" }],
    ["a draft with a value that is no text", { ...draft, values: { a: "Ana", b: 1 } }],
    ["a draft whose file is a text", { ...draft, cv: "cv.pdf" }],
    ["a file without a name", { ...draft, cv: { ...cv, name: undefined } }],
    ["a file without a size", { ...draft, cv: { ...cv, size: "12" } }],
    ["a file without a time", { ...draft, cv: { ...cv, lastModified: "34" } }],
    ["a file that is held or not", { ...draft, cv: { ...cv, isHeld: "yes" } }],
    ["a file that goes up to a number", { ...draft, cv: { ...cv, address: 7 } }],
    ["a file that goes elsewhere", { ...draft, cv: { ...cv, address: "https://evil.example/" } }],
    ["a file that goes elsewhere by ours", { ...draft, cv: { ...cv, address: `//evil${PATH}` } }],
  ])("%s", (_, value) => {
    expect(parsed(value)).toBeUndefined();
  });

  test.each([
    ["no JSON", "{"],
    ["a draft whose file is nothing", JSON.stringify({ ...draft, cv: null })],
  ])("%s", (_, text) => {
    expect(() => parseDraft(text, NOW)).toThrow();
  });
});

test.each([
  [new File(["x"], "cv.pdf", { lastModified: 1 }), true],
  [new File(["x"], "a.pdf", { lastModified: 1 }), false],
  [new File(["xx"], "cv.pdf", { lastModified: 1 }), false],
  [new File(["x"], "cv.pdf", { lastModified: 2 }), false],
])("a file is known by its name, size and time: %#", (file, isSame) => {
  expect(fileKey(file) === fileKey({ name: "cv.pdf", size: 1, lastModified: 1 })).toBe(isSame);
});
