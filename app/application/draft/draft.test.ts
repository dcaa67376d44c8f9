import { describe, expect, test } from "vitest";
import { parseDraft, type Draft } from "./draft";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 8);

const draft: Draft = {
  applicationId: "0123456789abcdef",
  at: NOW,
  values: { first_name: "Ana", privacy_policy: "true" },
  files: { cv: "{}" },
  corrects: "",
  refusal: { errors: { cv: "No" }, message: "Not so" },
  isSent: false,
};

const parsed = (value: unknown) => parseDraft(JSON.stringify(value), NOW);

test("a draft is read as it was written", () => {
  expect(parsed(draft)).toEqual(draft);
  const least = { applicationId: draft.applicationId, at: NOW, values: {}, files: {} };
  expect(parsed(least)).toEqual({ ...least, isSent: false });
});

test.each([
  ["with the longest id", { applicationId: "a".repeat(64) }, true],
  ["with an id that is too short", { applicationId: "a".repeat(15) }, false],
  ["with an id that is too long", { applicationId: "a".repeat(65) }, false],
  ["with an address for an id", { applicationId: `../${"a".repeat(16)}` }, false],
  ["with a list for an id", { applicationId: ["a".repeat(16)] }, false],
  ["without an id", { applicationId: undefined }, false],
  ["of almost a week ago", { at: NOW - 7 * DAY + 1 }, true],
  ["of a week ago", { at: NOW - 7 * DAY }, false],
  ["that was sent almost ten days ago", { isSent: true, at: NOW - 10 * DAY + 1 }, true],
  ["that was sent ten days ago", { isSent: true, at: NOW - 10 * DAY }, false],
  ["that says only in words that it was sent", { isSent: "true", at: NOW - 8 * DAY }, false],
  ["from the future", { at: NOW + 1 }, false],
  ["with a text for its time", { at: String(NOW) }, false],
  ["without a time", { at: undefined }, false],
])("a draft %s is one: %j, %s", (_, changes, isOne) => {
  expect(parsed({ ...draft, ...changes }) !== undefined).toBe(isOne);
});

describe("what is malformed is left out, whoever wrote it:", () => {
  test.each<[string, unknown, object]>([
    ["values that are none", { values: null }, { values: {} }],
    ["no values", { values: undefined }, { values: {} }],
    ["a value that is no text", { values: { a: "Ana", b: 1, c: {} } }, { values: { a: "Ana" } }],
    ["files that are a text", { files: "cv.pdf" }, { files: {} }],
    ["a file that is no text", { files: { cv: {} } }, { files: {} }],
    ["a correction without words", { corrects: 7 }, { corrects: undefined }],
    ["no refusal", { refusal: null }, { refusal: undefined }],
    ["a refusal that is a text", { refusal: "No" }, { refusal: { errors: {} } }],
    [
      "a refusal without words",
      { refusal: { errors: { cv: 7, phone: "No" }, message: {} } },
      { refusal: { errors: { phone: "No" } } },
    ],
  ])("%s", (_, changes, expected) => {
    expect(parsed({ ...draft, ...(changes as object) })).toEqual({ ...draft, ...expected });
  });

  test.each(["null", "7", '"draft"', "[]"])("a draft that is %s", (text) => {
    expect(parseDraft(text, NOW)).toBeUndefined();
  });

  test("a draft that is no JSON", () => {
    expect(() => parseDraft("{", NOW)).toThrow(SyntaxError);
  });
});
