import { expect, test } from "vitest";
import { cutText } from "./cut";
import { extractText } from "./text";

const text = (html: string) => extractText(html).replace(/\s+/g, " ").trim();

test.each([
  ["<section>a</section><section>b</section>c<b>d</b>", "a b cd"],
  ["<p style=display:none>x<p>a</p><div hidden>x<div>x</div>x</div>b", "a b"],
  ['<div style="visibility:hidden">x<b style="visibility:visible">a</b>x</div>b', "a b"],
  ["<table><tr hidden><td>x</tr><tr><td>a</table></b></b>b", "a b"],
  ["<s>x</s><strike>x</strike><span style='text-decoration:line-through'>x</span>a", "a"],
  ["<script>x</script><style>x</style><title>x</title><!-- x --><video>x</video>a", "a"],
  ["<dialog>x</dialog><dialog open>a</dialog>", "a"],
  ['<p title="a > b">a &amp; 5 < 6</p>', "a &amp; 5 < 6"],
  ["12&nbsp;&euro; a&nbsp;week", "12 &euro; a week"],
  ["<p>a</p><p hidden>x", "a"],
  ["<head><title>x</title><body>a", "a"],
  ["<title-bar>a</title-bar>", "a"],
  ["<!-->a<!--->b<!--x--!>c<!--x", "abc"],
  ['a<p title="x > x', "a"],
])("extracts the visible text of %s", (html, expected) => {
  expect(text(html)).toBe(expected);
});

test.each([
  ["<p>abc</p>", 20, "<p>abc</p>"],
  ["abc<p class", 8, "abc"],
  ["abc &amp; d", 7, "abc "],
  ["ab😀", 3, "ab"],
  ["a > b", 4, "a > "],
  ["under 5 < 6 km", 13, "under 5 < 6 k"],
  ["abc</P>", 6, "abc"],
])("cuts %s at %s", (html, length, expected) => {
  expect(cutText(html, length)).toBe(expected);
});
