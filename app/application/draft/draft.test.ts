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

const parse = (value: unknown) => parseDraft(JSON.stringify(value), NOW);

test("returns a draft as it was stored", () => {
  expect(parse(draft)).toEqual(draft);
  const minimal = { applicationId: draft.applicationId, at: NOW, values: {}, files: {} };
  expect(parse(minimal)).toEqual({ ...minimal, isSent: false });
});

test.each([
  ["with the longest id", { applicationId: "a".repeat(64) }, true],
  ["with an id that is too short", { applicationId: "a".repeat(15) }, false],
  ["with an id that is too long", { applicationId: "a".repeat(65) }, false],
  ["with a path as its id", { applicationId: `../${"a".repeat(16)}` }, false],
  ["with an array as its id", { applicationId: ["a".repeat(16)] }, false],
  ["without an id", { applicationId: undefined }, false],
  ["from almost a week ago", { at: NOW - 7 * DAY + 1 }, true],
  ["from a week ago", { at: NOW - 7 * DAY }, false],
  ["sent almost ten days ago", { isSent: true, at: NOW - 10 * DAY + 1 }, true],
  ["sent ten days ago", { isSent: true, at: NOW - 10 * DAY }, false],
  ["with a string as `isSent`", { isSent: "true", at: NOW - 8 * DAY }, false],
  ["from the future", { at: NOW + 1 }, false],
  ["with a string as its time", { at: String(NOW) }, false],
  ["without a time", { at: undefined }, false],
])("validates a draft %s: %j, valid: %s", (_, changes, isValid) => {
  expect(parse({ ...draft, ...changes }) !== undefined).toBe(isValid);
});

describe("malformed properties of a draft", () => {
  test.each<[string, unknown, object]>([
    ["null values", { values: null }, { values: {} }],
    ["missing values", { values: undefined }, { values: {} }],
    [
      "a value that isn't a string",
      { values: { a: "Ana", b: 1, c: {} } },
      { values: { a: "Ana" } },
    ],
    ["a string where files are expected", { files: "cv.pdf" }, { files: {} }],
    ["a file that isn't a string", { files: { cv: {} } }, { files: {} }],
    ["a correction that isn't a string", { corrects: 7 }, { corrects: undefined }],
    ["a null refusal", { refusal: null }, { refusal: undefined }],
    ["a string where a refusal is expected", { refusal: "No" }, { refusal: { errors: {} } }],
    [
      "messages of a refusal that aren't strings",
      { refusal: { errors: { cv: 7, phone: "No" }, message: {} } },
      { refusal: { errors: { phone: "No" } } },
    ],
  ])("tolerates %s", (_, changes, expected) => {
    expect(parse({ ...draft, ...(changes as object) })).toEqual({ ...draft, ...expected });
  });
});

test.each(["null", "7", '"draft"', "[]"])("returns undefined for %s", (text) => {
  expect(parseDraft(text, NOW)).toBeUndefined();
});

test("throws if the text isn't JSON", () => {
  expect(() => parseDraft("{", NOW)).toThrow(SyntaxError);
});
