import { expect, test } from "vitest";
import { Client } from "./client";
import { LanguageTexts } from "./texts";
import { readTolerantly } from "./tolerant";

const problem = (key: string, text: unknown) =>
  LanguageTexts.safeParse({ [key]: text })
    .error?.issues.map(({ message }) => message)
    .join("; ");

test.each([
  ["career.open_positions", " Join us ", undefined],
  ["career.title_at", "Join our crew", undefined],
  ["career.title_at", "At {company}, {company}", undefined],
  ["career.title_at", "At {Company}", "has the unknown placeholder {Company}: use {company}"],
  ["career.open_positions", "{count}", "has the unknown placeholder {count}: it has none"],
  ["career.results", "many", "lacks the placeholder {count}"],
  ["footer.copyright", "© Acme Ltd", "lacks the placeholder {year}"],
  ["position.share", "a\nb", "must be one line of plain text"],
  ["position.share", "a\u202eb", "must be one line of plain text"],
  ["position.share", "<b>Share</b>", undefined],
  ["position.share", "a".repeat(201), "is longer than 200 characters"],
  ["position.share", 3, "Invalid input: expected string, received number"],
])("validates %s with the text %j: %s", (key, text, expected) => {
  expect(problem(key, text)).toBe(expected);
});

test("limits the bytes per language", () => {
  const long = "ñ".repeat(200);
  const keys = Object.keys(LanguageTexts.shape).slice(1, 12);
  const texts = Object.fromEntries(keys.map((key) => [key, long]));
  expect(LanguageTexts.safeParse(texts).success).toBe(true);
  const result = LanguageTexts.safeParse({ ...texts, "position.share": long });
  expect(result.error?.issues).toMatchObject([{ message: "are larger than 5000 bytes in all" }]);
});

test("drops a platform's unknown keys, unknown languages and malformed texts, and keeps the rest", () => {
  const texts = {
    en: { "career.search": "Find", "career.clear": 1, "error.phone": "No", "no.such": "x" },
    it: { "career.search": "Cerca" },
    "es-mx": "none",
  };
  const { value, dropped } = readTolerantly(Client, { name: "Acme", texts });
  expect(value.texts).toEqual({ en: { "career.search": "Find" } });
  expect(dropped.map(({ place }) => place)).toEqual(["texts.es-mx", "texts.en.career.clear"]);
});
