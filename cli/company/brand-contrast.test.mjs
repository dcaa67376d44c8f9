import fc from "fast-check";
import { expect, test } from "vitest";
import { brandFor } from "./templates.mjs";
import { cssWarnings } from "./brand-check.mjs";
import { contrast, contrastWarnings, readable, wordsOn } from "./brand-contrast.mjs";

test.each([
  ["#000", "#ffffff", 21],
  ["#777777", "#fff", 4.48],
  ["#FFF", "#fff", 1],
])("%s and %s have a contrast of %d", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

test("a brand of the shade that is proposed for any colour is without a warning", () => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number) => `#${number.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, (chosen) => {
      const accent = readable(chosen);
      const css = brandFor("Acme", accent, wordsOn(accent));
      expect([...contrastWarnings(css), ...cssWarnings(css, [])]).toEqual([]);
    }),
  );
  expect(readable("#9a3b1f")).toBe("#9a3b1f");
  expect(readable("#ffee00")).not.toBe("#ffee00");
});

test("what cannot be read is named by its line, once; comments and dark pages are passed over", () => {
  expect(contrastWarnings("/* --accent: #ff0 */\n:root {\n  --accent: #fc0;\n}\n")).toMatchObject([
    { line: 3, text: expect.stringContaining("--accent-text on --accent") },
    { line: 3, text: expect.stringContaining("--accent on --background") },
    { line: 3, text: expect.stringContaining("--accent on --surface") },
  ]);
  expect(
    contrastWarnings(":root { --text: #111; } @supports (x: y) { :root { --text: #eee } }"),
  ).toEqual([]);
});
