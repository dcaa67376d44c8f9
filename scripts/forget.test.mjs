import { expect, test } from "vitest";
import { phoneOf } from "./forget.mjs";

test.each([
  ["+34 600 12 34 56", "es"],
  ["0034 600-123-456", "mx"],
  ["600 123 456", "es"],
  ["+34600123456", null],
])("%s, said to a company in %s, is the number that is stored", (text, country) => {
  expect(phoneOf(text, country)).toBe("+34600123456");
});

test("a number that is stored already is taken as it is", () => {
  expect(phoneOf("+5213312345678", "mx")).toBe("+5213312345678");
});

test.each(["", "Ana", "600 123 456"])("%j without a country is none", (text) => {
  expect(() => phoneOf(text, null)).toThrow("is not a phone number");
});
