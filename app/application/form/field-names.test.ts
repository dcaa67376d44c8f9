import { expect, test } from "vitest";
import { draftNames } from "./field-names";
import type { FormField } from "./parts";

const createFields = (texts: Record<string, string>) =>
  Object.entries(texts).map(([name, text]) => ({ name, label: text }) as FormField);

test("a question's draft key doesn't depend on the order of questions", () => {
  const before = draftNames(createFields({ "question-0": "A", "question-1": "B" }));
  const after = draftNames(createFields({ "question-0": "B", "question-1": "A" }));
  expect(before["question-0"]).toBe(after["question-1"]);
  expect(before["question-1"]).toBe(after["question-0"]);
});

test("questions with the same text have different draft keys", () => {
  const fields = createFields({ "question-0": "A", "question-1": "A", "open_question-0": "A" });
  expect(new Set(Object.values(draftNames(fields))).size).toBe(3);
});

test("returns no draft keys for fields that aren't questions", () => {
  expect(draftNames(createFields({ "field-q_1": "A" }))).toEqual({});
  expect(draftNames([{ name: "first_name" }])).toEqual({});
});
