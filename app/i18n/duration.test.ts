import { expect, test } from "vitest";
import { durationText } from "./duration";
import type { Language } from "./language";

const HOUR = 3_600_000;

test.each<[number, Language, string]>([
  [HOUR, "es-es", "1 hora"],
  [2 * HOUR, "es-mx", "2 horas"],
  [1.5 * HOUR, "es-es", "90 minutos"],
  [48 * HOUR, "en", "2 days"],
  [1500, "en", "1 second"],
])("formats %i ms in %s as %s", (ms, language, text) => {
  expect(durationText(ms, language)).toBe(text);
});
