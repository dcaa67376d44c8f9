import { expect, test } from "vitest";
import { draftNames } from "./form-fields";

test("an answer is kept under its question, wherever it stands", () => {
  const before = draftNames({ killerQuestions: [{ text: "A" }, { text: "B" }], openQuestions: [] });
  const after = draftNames({ killerQuestions: [{ text: "B" }, { text: "A" }], openQuestions: [] });
  expect(before["question-0"]).toBe(after["question-1"]);
  expect(before["question-1"]).toBe(after["question-0"]);
});

test("questions of the same words are told apart by their order", () => {
  const names = draftNames({
    killerQuestions: [{ text: "A" }, { text: "A" }],
    openQuestions: ["A"],
  });
  expect(new Set(Object.values(names)).size).toBe(3);
});
