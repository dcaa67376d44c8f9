import { expect, test } from "vitest";
import { draftNames } from "./field-names";
import type { FormField } from "./parts";

const asking = (texts: Record<string, string>) =>
  Object.entries(texts).map(([name, text]) => ({ name, label: text }) as FormField);

test("an answer is kept under its question, wherever it stands", () => {
  const before = draftNames(asking({ "question-0": "A", "question-1": "B" }));
  const after = draftNames(asking({ "question-0": "B", "question-1": "A" }));
  expect(before["question-0"]).toBe(after["question-1"]);
  expect(before["question-1"]).toBe(after["question-0"]);
});

test("questions of the same words are told apart by their order", () => {
  const asked = asking({ "question-0": "A", "question-1": "A", "open_question-0": "A" });
  expect(new Set(Object.values(draftNames(asked))).size).toBe(3);
});

test("a field of the position's own is kept under its id, and what every form has under its name", () => {
  expect(draftNames(asking({ "field-q_1": "A" }))).toEqual({});
  expect(draftNames([{ name: "first_name" }])).toEqual({});
});
