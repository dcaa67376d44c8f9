import { describe, expect, test } from "vitest";

import { applySiteQuestions } from "./questions.server";

const killer = { question: "¿Permiso?", answers: ["Sí", "No"] };
const killerRead = { text: "¿Permiso?", answers: ["Sí", "No"] };

describe("apply_site_questions", () => {
  test.each([
    ["nothing", undefined, [], []],
    ["an object [3.03]", { killer_questions: [killer] }, [killerRead], []],
    [
      "an object with open questions [3.03]",
      { killer_questions: [killer], open_questions: ["¿Por qué?", { question: "¿Cómo?" }] },
      [killerRead],
      ["¿Por qué?", "¿Cómo?"],
    ],
    ["a list [3.03]", [killer], [killerRead], []],
    [
      "a list in which some have no answers [3.03]",
      [{ question: "A" }, killer, { question: "B", answers: [] }, { question: "C", answers: null }],
      [killerRead],
      ["A", "B", "C"],
    ],
    [
      "answers that are numbers or come twice",
      [{ question: "¿Años?", answers: [1, 2, 2, "2", "3 o más"] }],
      [{ text: "¿Años?", answers: ["1", "2", "3 o más"] }],
      [],
    ],
    [
      "words with spaces around them, which go back as they came",
      [{ question: " ¿Permiso? ", answers: [" Sí", "No "] }],
      [{ text: " ¿Permiso? ", answers: [" Sí", "No "] }],
      [],
    ],
  ])("reads %s", (_, given, killerQuestions, openQuestions) => {
    expect(applySiteQuestions.parse(given)).toEqual({ killerQuestions, openQuestions });
  });

  test.each([
    ["text", "¿Permiso?", ""],
    ["one without text", { killer_questions: [killer, {}] }, "killer_questions.1.question"],
    ["a blank question", [{ question: " " }], "killer_questions.0.question"],
    ["answers that are no list", [{ question: "A", answers: "Sí" }], "killer_questions.0.answers"],
  ])("%s breaks the contract", (_, given, path) => {
    const result = applySiteQuestions.safeParse(given);
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });
});
