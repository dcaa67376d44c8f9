import { expect, test } from "vitest";

import { country, csrfToken, isoDate, link, optional, platformId } from "./fields.server";

test.each([
  ["https://example.com/a.png", "https://example.com/a.png"],
  [" http://example.com ", "http://example.com/"],
  ['https://example.com/"><script>', "https://example.com/%22%3E%3Cscript%3E"],
  ["/brands/taller/logo.svg", "/brands/taller/logo.svg"],
  ["//evil.example/a.png", undefined],
  ["/\\evil.example/a.png", undefined],
  ["/\t/evil.example", undefined],
  ["javascript:alert(1)", undefined],
  ["logo.png", undefined],
  ["", undefined],
  [null, undefined],
])("the link %j is read as %j", (given, read) => {
  expect(optional(link).parse(given)).toBe(read);
});

test.each([
  [" MX ", "MX"],
  ["ESP", undefined],
  ["", undefined],
])("the country %j is read as %j", (given, read) => {
  expect(optional(country).parse(given)).toBe(read);
});

test.each([
  ["2026-09-01", "2026-09-01"],
  ["2026-09-01T10:00:00Z", "2026-09-01T10:00:00Z"],
  ["2026-13-41", undefined],
  ["1 de septiembre", undefined],
])("the date %j is read as %j", (given, read) => {
  expect(optional(isoDate).parse(given)).toBe(read);
});

test("an id may be a number", () => {
  expect([42, " abc-1 "].map((id) => platformId.parse(id))).toEqual(["42", "abc-1"]);
  for (const id of [null, "a/b", 1.5]) expect(platformId.safeParse(id).success).toBe(false);
});

test.each([
  ["abc.DEF==", "abc.DEF=="],
  [" a b ", " a b "],
  ["a\r\nX-Evil: 1", undefined],
  ["", undefined],
  [" ", undefined],
])("the CSRF token %j is read as %j", (given, read) => {
  expect(optional(csrfToken).parse(given)).toBe(read);
});
