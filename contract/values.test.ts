import { expect, test } from "vitest";
import { country } from "./countries";
import { Position } from "./position";
import { flag, isoDate, link, platformId } from "./values";

const { csrf_token: token } = Position.shape;

test.each([
  ["https://example.com/a.png", "https://example.com/a.png", link],
  [" http://example.com ", "http://example.com/", link],
  ['https://example.com/"><script>', "https://example.com/%22%3E%3Cscript%3E", link],
  ["/brands/taller/logo.svg", "/brands/taller/logo.svg", link],
  ["//evil.example/a.png", undefined, link],
  ["/\\evil.example/a.png", undefined, link],
  ["/\t/evil.example", undefined, link],
  ["javascript:alert(1)", undefined, link],
  ["logo.png", undefined, link],
  [" mx ", "MX", country],
  ["ESP", undefined, country],
  ["ZZ", undefined, country],
  ["2026-09-01", "2026-09-01", isoDate],
  ["2026-09-01T10:00:00Z", "2026-09-01T10:00:00Z", isoDate],
  ["2026-13-41", undefined, isoDate],
  ["1 de septiembre", undefined, isoDate],
  [42, "42", platformId],
  [" abc-1 ", "abc-1", platformId],
  ["a/b", undefined, platformId],
  [1.5, undefined, platformId],
  [" True ", true, flag],
  [0, false, flag],
  ["yes", undefined, flag],
  ["abc.DEF==", "abc.DEF==", token],
  [" a b ", " a b ", token],
  ["a\r\nX-Evil: 1", undefined, token],
  [" ", undefined, token],
])("parses %j to %j", (input, output, schema) => {
  expect(schema.safeParse(input).data).toBe(output);
});
