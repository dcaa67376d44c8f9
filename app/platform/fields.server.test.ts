import { expect, test } from "vitest";

import { country, csrfToken, isoDate, link, optional, platformId } from "./fields.server";

test.each([
  ["https://example.com/a.png", "https://example.com/a.png"],
  [" http://example.com ", "http://example.com/"],
  ['https://example.com/"><script>', "https://example.com/%22%3E%3Cscript%3E"],
  ["/brands/taller/logo.svg", "/brands/taller/logo.svg"],
  ["/", "/"],
  ["//evil.example/a.png", undefined],
  ["/\\evil.example/a.png", undefined],
  ["/\t/evil.example", undefined],
  ["javascript:alert(1)", undefined],
  ["data:image/svg+xml,<svg/>", undefined],
  ["logo.png", undefined],
  ["https://", undefined],
  ["", undefined],
  [null, undefined],
  [{ url: "https://example.com" }, undefined],
])("the link %j is read as %j", (given, read) => {
  expect(optional(link).parse(given)).toBe(read);
});

test.each([
  ["es", "ES"],
  [" MX ", "MX"],
  ["ESP", undefined],
  ["", undefined],
  [34, undefined],
])("the country %j is read as %j", (given, read) => {
  expect(optional(country).parse(given)).toBe(read);
});

test.each([
  ["2026-09-01", "2026-09-01"],
  ["2026-09-01T10:00:00Z", "2026-09-01T10:00:00Z"],
  ["2026-13-41", undefined],
  ["1 de septiembre", undefined],
  [1_788_220_800, undefined],
])("the date %j is read as %j", (given, read) => {
  expect(optional(isoDate).parse(given)).toBe(read);
});

test.each([
  [42, "42"],
  [" abc-1 ", "abc-1"],
])("the id %j is read as %j", (given, read) => {
  expect(platformId.parse(given)).toBe(read);
});

test.each([null, undefined, "", "a/b", "..", {}, 1.5])("%j is no id", (given) => {
  expect(platformId.safeParse(given).success).toBe(false);
});

test.each([
  ["abc.DEF==", "abc.DEF=="],
  [" a b ", " a b "],
  ["ñ", "ñ"],
  ["a\r\nX-Evil: 1", undefined],
  ["", undefined],
  [" ", undefined],
])("the CSRF token %j is read as %j", (given, read) => {
  expect(optional(csrfToken).parse(given)).toBe(read);
});
