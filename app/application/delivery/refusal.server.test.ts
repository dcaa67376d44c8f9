import { describe, expect, test } from "vitest";

import { parseRefusalMessages } from "./refusal.server";

test.each([
  ["a detail", '{"detail":"Cerrado"}', { detail: "Cerrado", message: "Cerrado" }],
  ["a detail and a message [8.06]", '{"detail":"A","message":"B"}', { detail: "A", message: "A" }],
  [
    "a list as its detail [8.07]",
    '{"detail":[{"a":1}]}',
    { detail: '[{"a":1}]', message: '[{"a":1}]' },
  ],
  ["a message [8.08]", '{"message":"B"}', { message: "B" }],
  ["a blank detail", '{"detail":" ","message":"B"}', { message: "B" }],
  ["an empty list as its detail", '{"detail":[]}', {}],
  ["a message that is not a string", '{"message":{"a":1}}', {}],
  ["an HTML body", "<!doctype html><p>Bad Request", {}],
  ["markup in its detail", '{"detail":"<b>No</b>"}', { detail: "<b>No</b>", message: "<b>No</b>" }],
])("parses a refusal with %s", (_, body, expected) => {
  expect(parseRefusalMessages(body)).toEqual(expected);
});

test("truncates a message to 500 characters without splitting an emoji", () => {
  const { message = "" } = parseRefusalMessages(JSON.stringify({ detail: "😀".repeat(600) }));
  expect(message).toBe("😀".repeat(500));
});

describe("the field messages that parseRefusalMessages returns", () => {
  const parse = (errors: unknown) => parseRefusalMessages(JSON.stringify({ errors })).errors;

  test.each<[title: string, errors: unknown, parsed: unknown]>([
    [
      "a single message",
      [{ field: "phone", message: " Ya no " }],
      [{ field: "phone", message: "Ya no" }],
    ],
    [
      "several messages for one field",
      [
        { field: "q_1", message: "A" },
        { field: "Q_1", message: "<b>B</b>", code: 5 },
        { field: "q_1", message: "C" },
      ],
      [
        { field: "q_1", message: "A" },
        { field: "Q_1", message: "<b>B</b>" },
      ],
    ],
    [
      "a valid message after malformed messages",
      [
        ...[null, "phone", { field: "phone" }, { field: "phone", message: " " }],
        ...[
          { field: "a b", message: "A" },
          { field: "a".repeat(65), message: "A" },
        ],
        ...[
          { field: 5, message: "A" },
          { field: "cv", message: "B" },
        ],
      ],
      [{ field: "cv", message: "B" }],
    ],
    ["an empty list", [], undefined],
    ["an object instead of a list", { phone: ["A"] }, undefined],
  ])("are parsed from %s", (_, errors, parsed) => {
    expect(parse(errors)).toEqual(parsed);
  });

  test("are limited in number and length", () => {
    const message = "😀".repeat(600);
    const errors = Array.from({ length: 200 }, (_, id) => ({ field: `q_${id}`, message }));
    expect(parse(errors)).toHaveLength(100);
    expect(parse(errors)?.[0]?.message).toBe("😀".repeat(500));
  });

  test("do not replace the detail [10.08]", () => {
    const errors = [{ field: "cv", message: "B" }];
    expect(parseRefusalMessages(JSON.stringify({ detail: "A", errors }))).toEqual({
      detail: "A",
      message: "A",
      errors,
    });
  });
});

test("parses a refusal whose detail is nested 100,000 levels deep", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect(parseRefusalMessages(`{"detail":${deep},"message":"Ya no"}`).message).toBeDefined();
});
