import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryText } from "~/tests/support/arbitraries";
import { escapeFormulas, unescapeFormulas } from "./csv-formulas";

test.each(["=1+1", "+49", "-x", "@a", "\tx", "\rx", "'=1", "''=1"])("escapes %j", (text) => {
  expect(escapeFormulas(text)).toBe(`'${text}`);
});

test.each(["a=1", "", "'quoted'", "1", " ", '"', "a, -b", "I can; I will", "two\nlines"])(
  "leaves %j unchanged",
  (text) => {
    expect(escapeFormulas(text)).toBe(text);
    expect(unescapeFormulas(text)).toBe(text);
  },
);

test("unescapeFormulas reverses escapeFormulas", () => {
  const text = arbitraryText(["=", "-", "\uFF1D", "'", '"', ";", "\t", "\r", "\n", " ", "x"]);
  fc.assert(
    fc.property(text, (cell) => {
      expect(unescapeFormulas(escapeFormulas(cell))).toBe(cell);
    }),
  );
});

test.each(["\n", "'", '"', ";", "=", "\t"])(
  "escapes and unescapes %j repeated 100,000 times",
  (sign) => {
    const text = sign.repeat(100_000);
    expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
  },
);
