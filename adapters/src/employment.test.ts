import { expect, test } from "vitest";
import { LANGUAGES, type Language } from "~/contract/languages";
import { employmentFacts } from "./employment";

test.each<[word: string, language: Language, words: string]>([
  ["working_student", "en", "Working student"],
  ["working_student", "es-es", "Empleo para estudiantes"],
  ["dual_studies", "en", "Dual studies"],
  ["full_time", "es-mx", "Tiempo completo"],
  ["seasonal", "es-mx", "De temporada"],
  ["permanent", "fr", "CDI"],
  ["working_student", "de", "Werkstudium"],
  ["Short-term gig", "en", "Short-term gig"],
])("translates the contract type %s for the language %s to %s", (word, language, words) => {
  expect(employmentFacts([word], language).contract_type).toBe(words);
});

// Personio's schedules and employment types, the parts of Recruitee's codes, and Ashby's types.
const TERMS =
  "full-time part-time full-or-part-time permanent intern trainee freelance temporary working_student apprenticeship " +
  "fulltime parttime fixed_term contract internship traineeship volunteer minijob seasonal " +
  "FullTime PartTime Intern Contract Temporary";
test.each(TERMS.split(" "))("translates %s into every language", (term) => {
  for (const language of LANGUAGES) {
    expect(employmentFacts([term], language).contract_type).not.toMatch(/[-_]|[a-z][A-Z]/);
  }
});

test.each([
  [
    ["full-or-part-time", "permanent"],
    ["FULL_TIME", "PART_TIME"],
  ],
  [["Full Time/Part Time"], ["FULL_TIME", "PART_TIME"]],
  [
    ["fulltime", "fixed_term"],
    ["FULL_TIME", "TEMPORARY"],
  ],
  [["fixed_term", "temporary"], ["TEMPORARY"]],
  [["permanent"], undefined],
  [["Short-term gig"], undefined],
])("classifies %j as %j", (terms, types) => {
  expect(employmentFacts(terms, "en").employment_type).toEqual(types);
});
