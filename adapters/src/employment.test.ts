import type { Language } from "../../contract/languages";
import { expect, test } from "vitest";
import { employmentFacts } from "./employment";

test.each<[word: string, language: Language, words: string]>([
  ["working_student", "en", "Working student"],
  ["working_student", "es-es", "Empleo para estudiantes"],
  ["dual_studies", "en", "dual studies"],
  ["Zero hours", "en", "Zero hours"],
])("translates the contract type %s for the language %s to %s", (word, language, words) => {
  expect(employmentFacts([word], language).contract_type).toBe(words);
});
