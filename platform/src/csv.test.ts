import { expect, test } from "vitest";
import { csvRow } from "./csv";

test.each([
  ["a, b", '"a, b"'],
  ['say "yes"', '"say ""yes"""'],
  ["two\r\nlines", '"two\nlines"'],
  ["+34600000000", "'+34600000000"],
  ["\t=1+1", `"'\t'=1+1"`],
  ["\r=1+1", `"\n'=1+1"`],
  [" =1+1", `" '=1+1"`],
  ["\uFF1D1+1", "'\uFF1D1+1"],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ["x;=1+1;y", `"x;'=1+1;y"`],
  ['x; "=1+1', `"x; ""'=1+1"`],
  ['x;" =1+1', `"x;"" '=1+1"`],
  ["x\n=1+1", `"x\n'=1+1"`],
  ["'=1", "''=1"],
])("writes the cell %j as %j", (text, written) => {
  expect(csvRow([text])).toBe(`${written}\r\n`);
});

test("separates cells with commas", () => {
  expect(csvRow(["1", "=2", "a,b"])).toBe(`1,'=2,"a,b"\r\n`);
});
