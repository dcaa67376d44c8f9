import { expect, test } from "vitest";
import type { Language } from "~/contract/languages";
import { messagesFor } from "../i18n/messages";
import { resultsText } from "./results-text";

test.each<[number, Language, string]>([
  [1, "en", "1 job"],
  [2, "en", "2 jobs"],
  [1, "es-es", "1 oferta"],
  [1, "pt-br", "1 vaga"],
  [1, "fr", "1 offre"],
  [2, "fr", "2 offres"],
  [1, "de", "1 Stelle"],
  [1234, "de", "1.234 Stellen"],
  [0, "en", "No jobs found."],
])("formats a count of %i in %s: %s", (count, language, text) => {
  const t = messagesFor(language);
  const words = {
    one: t["career.results_one"],
    many: t["career.results"],
    none: t["career.no_jobs"],
    searched: t["career.searched"],
  };
  expect(resultsText(count, words, [], language)).toBe(text);
});
