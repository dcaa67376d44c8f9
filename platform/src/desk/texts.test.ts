import { expect, test } from "vitest";
import { textsFor } from "./texts";

test.each([
  [null, "en"],
  ["es", "es"],
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["en-GB,es;q=0.5", "en"],
  ["en;q=0.2, ES-es;q=0.7", "es"],
  ["fr,es;q=0.4", "es"],
  ["es;q=0, en;q=0.1", "en"],
  ["fr", "en"],
])("for the Accept-Language header %j, selects the texts in %s", (header, lang) => {
  expect(textsFor(header).lang).toBe(lang);
});
