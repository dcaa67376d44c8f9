import fc from "fast-check";
import { expect, test } from "vitest";
import { textFrom } from "../../tests/support/arbitraries";
import { escapeFormulas, unescapeFormulas } from "./formulas";

test.each(["=1+1", "+49", "-x", "@a", "\tx", "\rx", "'=1", "''=1"])("%j is escaped", (text) => {
  expect(escapeFormulas(text)).toBe(`'${text}`);
});

test.each(["a=1", "", "'quoted'", "1", " ", '"', "a, -b", "I can; I will", "two\nlines"])(
  "%j stays",
  (text) => {
    expect(escapeFormulas(text)).toBe(text);
    expect(unescapeFormulas(text)).toBe(text);
  },
);

test("every text is restored", () => {
  const text = textFrom(["=", "-", "\uFF1D", "'", '"', ";", "\t", "\r", "\n", " ", "x"]);
  fc.assert(
    fc.property(text, (one) => {
      expect(unescapeFormulas(escapeFormulas(one))).toBe(one);
    }),
  );
});

test.each(["\n", "'", '"', ";", "=", "\t"])(
  "100,000 times %j are escaped before the test times out",
  (sign) => {
    const text = sign.repeat(100_000);
    expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
  },
);
