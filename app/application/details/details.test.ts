import { expect, test } from "vitest";
import { formatInitials, parseDetails } from "./details";

const NOW = Date.UTC(2026, 0, 31);
const DAY = 24 * 60 * 60 * 1000;
const details = { first_name: "Ana", phone: "+34 612 34 56 78" };
const stored = (changes: object) => JSON.stringify({ ...details, at: NOW - DAY, ...changes });

test("returns only known, valid details until they are 90 days old", () => {
  expect(parseDetails(stored({ cv: "x", last_name: 7, "field-email": "" }), NOW)).toEqual(details);
  expect(parseDetails(stored({ at: NOW - 90 * DAY + 1 }), NOW)).toEqual(details);
});

test.each([
  stored({ at: NOW - 90 * DAY }),
  stored({ at: NOW + 1 }),
  stored({ at: "now" }),
  JSON.stringify({ at: NOW }),
  JSON.stringify(details),
  "null",
  '"text"',
])("returns undefined for %s", (text) => {
  expect(parseDetails(text, NOW)).toBeUndefined();
});

test.each([
  [{ first_name: "ángela maría", last_name: " de la Fuente" }, "Á. D."],
  [{ first_name: "𝒜da" }, "𝒜."],
  [{ phone: "1" }, ""],
])("formats the initials of %j", (names, initials) => {
  expect(formatInitials(names)).toBe(initials);
});
