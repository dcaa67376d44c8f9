import { expect, test } from "vitest";
import { dateOrder, startDateText } from "./dates";
import type { Language } from "./language";

test.each<[Language, string | undefined, string]>([
  ["en", "US", "September 1, 2026"],
  ["en", "PH", "September 1, 2026"],
  ["en", "GB", "1 September 2026"],
  ["en", "IE", "1 September 2026"],
  ["en", "AU", "1 September 2026"],
  ["en", "ES", "1 September 2026"],
  ["en", "MX", "1 September 2026"],
  ["en", "DE", "1 September 2026"],
  ["en", "JP", "September 1, 2026"],
  ["en", "not a country", "September 1, 2026"],
  ["en", undefined, "September 1, 2026"],
  ["es-es", "ES", "1 de septiembre de 2026"],
  ["es-es", "US", "1 de septiembre de 2026"],
  ["es-mx", "MX", "1 de septiembre de 2026"],
  ["es-mx", "US", "1 de septiembre de 2026"],
  ["pt-br", "BR", "1 de setembro de 2026"],
  ["fr", "FR", "1er septembre 2026"],
  ["de", "DE", "1. September 2026"],
])("formats a date in language %s for country %s as %s [2.21]", (language, country, text) => {
  expect(startDateText("2026-09-01", language, country)).toBe(text);
  expect(startDateText("2026-09-01T23:30:00Z", language, country)).toBe(text);
  expect(dateOrder(language, country)).toBe(text.startsWith("1") ? "day" : "month");
});

test.each(["As soon as possible", "2026-02-30", "2026-9-1", "2027-01-11T", ""])(
  "returns %j unchanged [2.21]",
  (text) => {
    expect(startDateText(text, "en", "GB")).toBe(text);
  },
);
