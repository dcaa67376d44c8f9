import { expect, test } from "vitest";
import { brandWarnings } from "./brand";

test.each([
  ["braces in strings and comments", `a::after { content: "}\\"{" } /* { ' @import "x" */`],
  ["pictures over https or as data", `a { background: url(//a.example/b.png), url("data:,") }`],
  ["the site's files, and fragments", "a { background: url(/b.png); filter: url(#b) }"],
  ["nested rules", "a { p b { color: red }\n img,\n.b { color: red } }"],
])("does not warn about %s", async (_, css) => {
  expect(await brandWarnings(css)).toEqual([]);
});

test.each([
  ["an unclosed block", "\na {\n  b { c: d }", 3, 'Expected "}"'],
  ["a missing colon", "a {\n  color red }", 2, 'Expected ":"'],
  [
    "another site's style sheet",
    "\n@import 'https://a.example/b';",
    2,
    "CSP_HOSTS has https://a.ex",
  ],
  ["a relative file", `@import "b.css";`, 1, "b.css is relative to the page"],
  [
    "another site's font",
    "@font-face { src: url(https://a.example/b.woff2?c) }",
    1,
    "The font https",
  ],
  ["a picture over http", "a { background: url(http://a.example/b.png) }", 1, "over https only"],
])("warns about %s", async (_, css, line, text) => {
  const warning = { line, text: expect.stringContaining(text) as string };
  expect(await brandWarnings(css)).toContainEqual(warning);
});
