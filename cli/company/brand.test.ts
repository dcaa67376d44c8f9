import fc from "fast-check";
import { expect, test } from "vitest";
import { brandWarnings, contrast, textOn } from "./brand";

const face = (source: string) => `@font-face { src: ${source} }`;

test.each([
  ["braces in texts and comments", `a::after { content: "}\\"{" } /* { ' @import "x" */`],
  [
    "pictures by https, or as data",
    `a { background: url(https://a.example/b.png), url("data:,") }`,
  ],
  ["files of the site, and parts of the page", "a { background: url(/b.png); filter: url(#b) }"],
  ["nested rules", "a { p b { color: red }\n img,\n.b { color: red } }"],
  ["colours for dark pages", ":root { --text: #111; } a { --text: #eee }"],
  ["colours that are no hex", ":root { --accent: yellow }"],
])("%s: no warning", (_, css) => {
  expect(brandWarnings(css)).toEqual([]);
});

test.each([
  ["an open block", "\na {\n  b { c: d }", 3, 'Expected "}"'],
  ["an open comment", "a { }\n/* b", 2, 'Expected "*/"'],
  ["an open string", `a {\n content: "b\n}`, 2, "Unterminated string"],
  ["HTML", "a { }\n</STYLE>", 2, 'Unexpected "<"'],
  ["no colon", "a {\n  color red }", 2, 'Expected ":"'],
  ["another site's style", "\n@import 'https://a.example/b.css';", 2, "CSP_HOSTS has https://a.ex"],
  ["a style by its file name", `@import "b.css";`, 1, "b.css is relative to the page"],
  [
    "another site's font",
    face("url(https://a.example/b.woff2)"),
    1,
    "The font https://a.example/b",
  ],
  ["a picture by http", "a { background: url(http://a.example/b.png) }", 1, "by https only"],
  [
    "pale text",
    "/* --text: #000 */\n:root { --text: #aaa;\n--surface: #fff }",
    2,
    "--text on --surface",
  ],
  ["a pale surface", ":root {\n--surface: #777 }", 2, "--text on --surface"],
])("%s", (_, css, line, text) => {
  expect(brandWarnings(css)).toContainEqual({
    line,
    text: expect.stringContaining(text) as string,
  });
});

test("text on any colour can be read", () => {
  expect(contrast("#777777", "#fff")).toBeCloseTo(4.48, 2);
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number) => `#${number.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, (one) => {
      expect(contrast(one, textOn(one))).toBeGreaterThan(4.5);
    }),
  );
});
