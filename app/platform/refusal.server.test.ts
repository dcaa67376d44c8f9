import { expect, test } from "vitest";

import { refusalMessage } from "./refusal.server";

test.each([
  ["detail", '{"detail":"Cerrado"}', { detail: "Cerrado", message: "Cerrado" }],
  ["detail before message", '{"detail":"A","message":"B"}', { detail: "A", message: "A" }],
  [
    "a list",
    '{"detail":[{"loc":["phone"]}]}',
    { detail: '[{"loc":["phone"]}]', message: '[{"loc":["phone"]}]' },
  ],
  ["an object", '{"detail":{"a":1}}', { detail: '{"a":1}', message: '{"a":1}' }],
  ["a message", '{"message":"B"}', { message: "B" }],
  ["a blank detail", '{"detail":" ","message":"B"}', { message: "B" }],
  ["an empty list", '{"detail":[]}', {}],
  ["null", '{"detail":null,"message":null}', {}],
  ["a message that is no text", '{"message":{"a":1}}', {}],
  ["another shape", '["A"]', {}],
  ["HTML", "<!doctype html><p>Bad Request", {}],
  ["nothing", "", {}],
  ["markup, as text", '{"detail":"<b>No</b>"}', { detail: "<b>No</b>", message: "<b>No</b>" }],
])("an error with %s", (_, body, said) => {
  expect(refusalMessage(body)).toEqual(said);
});

test("at most 500 characters are shown, and no character is cut in half", () => {
  const { message = "" } = refusalMessage(JSON.stringify({ detail: "😀".repeat(600) }));
  expect(message).toBe("😀".repeat(500));
});
