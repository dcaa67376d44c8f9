import { expect, test } from "vitest";
import { cssWarnings } from "./brand-check.mjs";

const HOSTS = ["https://cdn.example", "https://*.fonts.example"];
const face = (/** @type {string} */ source) => `@font-face { src: ${source} }`;

test.each([
  ["braces in texts and comments", `a::after { content: "}\\"{" } /* { ' @import "x" */`],
  ["pictures by https", `a { background: url(https://a.example/b.png) }`],
  ["a part of the page", "a { filter: url(#b) }"],
  ["a font of a host that is allowed", face("url(https://cdn.example/a.woff2)")],
  ["a font of an allowed host's neighbour", face("url('//eu.fonts.example/a.woff2')")],
  ["a style of a host that is allowed", `@import "https://cdn.example/a.css"; a { color: red }`],
])("%s: nothing to say", (_, css) => {
  expect(cssWarnings(css, HOSTS)).toEqual([]);
});

test.each([
  ["a block that stays open", "\na {\n  b { c: d }", 2, "This { is never closed"],
  ["a comment that stays open", "a { }\n/* b", 2, "This comment is not closed"],
  ["a text that stays open", `a {\n content: "b\n}`, 2, "no closing quote"],
  ["the end of its element", "a { }\n</STYLE>", 2, "</STYLE is HTML"],
  ["a style of elsewhere", "@import 'https://a.example/b.css';", 1, "CSP_HOSTS has https://a.ex"],
  ["a style beside the file", `@import "b.css";`, 1, "b.css is looked for beside the page"],
  ["a font of elsewhere", face("url(https://a.example/b.woff2)"), 1, "font https://a.example/b"],
  ["a picture by http", "a { background: url(http://a.example/b.png) }", 1, "by https only"],
])("%s", (_, css, line, text) => {
  expect(cssWarnings(css, HOSTS)).toEqual([{ line, text: expect.stringContaining(text) }]);
});
