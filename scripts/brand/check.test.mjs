import { expect, test } from "vitest";
import { cssWarnings } from "./check.mjs";

const HOSTS = ["https://cdn.example", "https://*.fonts.example"];
const face = (/** @type {string} */ source) => `@font-face { src: ${source} }`;

test.each([
  ["nothing", ""],
  ["rules in one another", "@media print { a { color: red } }\n.b { --c: {} }"],
  ["braces in texts and comments", `a::after { content: "}\\"{" } /* { ' @import "x" */`],
  ["pictures by https", `a { background: url(https://a.example/b.png) }`],
  ["a picture of its own", `a { background: url("data:image/svg+xml,<svg xmlns='x'>{</svg>") }`],
  ["a picture of the site", "a { background: url(/brands/a.svg) }"],
  ["a part of the page", "a { filter: url(#b) }"],
  ["a font of a host that is allowed", face("url(https://cdn.example/a.woff2)")],
  ["a font of an allowed host's neighbour", face("url('//eu.fonts.example/a.woff2')")],
  ["a style of a host that is allowed", `@import "https://cdn.example/a.css"; a { color: red }`],
  ["a name of XML", "@namespace svg url(http://www.w3.org/2000/svg);"],
])("%s: nothing to say", (_, css) => {
  expect(cssWarnings(css, HOSTS)).toEqual([]);
});

test.each([
  ["a block that stays open", "\na {\n  b { c: d }", 2, "This { is never closed"],
  ["a block that closes twice", "a { }\n}", 2, "This } closes nothing"],
  ["a comment that stays open", "a { }\n/* b", 2, "This comment is not closed"],
  ["half a comment", "/*/ a { }", 1, "This comment is not closed"],
  ["a text that stays open", `a {\n content: "b\n}`, 2, "no closing quote"],
  ["the end of its element", "a { }\n</STYLE>", 2, "</STYLE is HTML"],
  ["a style of elsewhere", "@import 'https://a.example/b.css';", 1, "CSP_HOSTS has https://a.ex"],
  ["another by url()", "@IMPORT url(//a.example/b.css) print;", 1, "CSP_HOSTS has https://a.ex"],
  ["a style beside the file", `@import "b.css";`, 1, "b.css is looked for beside the page"],
  ["a style too late", `a { }\n@import "https://cdn.example/a.css";`, 2, "above all rules"],
  ["a font of elsewhere", face("url(https://a.example/b.woff2)"), 1, "font https://a.example/b"],
  ["the domain itself of its hosts", face("url(https://fonts.example/a)"), 1, "is blocked"],
  ["a font in itself", face("url(data:font/woff2;base64,AAAA)"), 1, "A font in a data: address"],
  ["a font beside the file", face("url(../b.woff2)"), 1, "../b.woff2 is looked for beside"],
  ["a picture by http", "a { background: url(http://a.example/b.png) }", 1, "by https only"],
  ["a picture beside the file", "a { background: url( 'b.png' ) }", 1, "b.png is looked for"],
  ["no address", "a { background: url(https://) }", 1, "is not an address"],
])("%s", (_, css, line, text) => {
  expect(cssWarnings(css, HOSTS)).toEqual([{ line, text: expect.stringContaining(text) }]);
});

test("by line, however they were found", () => {
  const css = "a {\n</style>\n@import 'x';";
  expect(cssWarnings(css, []).map(({ line }) => line)).toEqual([1, 2, 3, 3]);
});
