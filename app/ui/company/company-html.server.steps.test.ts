import { expect, test } from "vitest";
import { MAX_LONG_TEXT } from "~/contract/limits";
import { countSteps } from "~/tests/support/count-steps";
import { isLong } from "~/tests/support/size";
import { htmlForExport, sanitizeHtml } from "./company-html.server";
import { MAX_CHARACTERS } from "./text-bounds.server";

const repeat = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const ordinary =
  '<h2>The job</h2><p style="margin:0"><span style="font-weight:700">You drive</span> a ferry, and you greet the ' +
  "people on it.</p><ul><li>40&nbsp;h a week</li><li>Uniform</li></ul>";

const PIECES: readonly (readonly [name: string, piece: string])[] = [
  ["ordinary text", ordinary],
  ["many declarations in one style", ' style="display:block;opacity:.5;font:bold 1px a;'],
  ["parentheses in a style", '<p style="' + "a:scale((((".repeat(900) + '">'],
  ["comments in styles", '<p style="/*;*/">a'],
  ["escapes in styles", String.raw`<p style="\64\69 splay:none">a`],
  ["bold and normal text", '<b>a<i style="font-weight:400">b</i></b>'],
  ["nested bold and normal text", '<b style="font-weight:400"><i style="font-weight:700">a'],
  ["nested quotations", "<q>a".repeat(90) + "</q>".repeat(90)],
  ["Quill list items", '<li data-list="ordered" class="ql-indent-3">a<li data-list="bullet">b'],
  ["Word list items", '<p style="mso-list:l0 level2 x"><span style="mso-list:ignore">1.</span>a'],
  ["Word Online list items", '<div><ul><li data-aria-level="2">a</ul></div>'],
  ["lists from Google Docs", '<ol class="lst-kix_a-3"><li>a</ol><ul class="lst-kix_a-0"><li>'],
  ["line breaks that a style preserves", '<p style="white-space:pre">' + "a\n".repeat(99)],
  ["lists between items", "<ul><li>a<ul>".repeat(30) + "</ul>".repeat(60)],
  ["blocks in a paragraph", '<i style="display:block">a</i>'],
  ["no-break spaces", "a\u00a0b\u00a0c d"],
  ["hidden elements", "<div hidden><p>a"],
  ["struck-out text", "<s>a</s>"],
  ["text in table cells", "<table><tr><td>a"],
  ["end tags", "</p></b>"],
];

let renderings = 0;

/** Renders a different text each time, because results are cached. */
function render(piece: string, length: number): string {
  const before = piece.startsWith(" ") ? "<p" : piece.startsWith("<li") ? "<ol>" : "";
  return htmlForExport(sanitizeHtml(`${(renderings += 1)}${before}${repeat(piece, length - 10)}`));
}

test.each(PIECES)("takes linear time to render %s", async (_, piece) => {
  // Beyond the element and depth limits, only the text is extracted.
  for (const longest of isLong ? [MAX_CHARACTERS, MAX_LONG_TEXT] : [MAX_CHARACTERS]) {
    const half = await countSteps(() => render(piece, longest / 2));
    const whole = await countSteps(() => render(piece, longest));
    expect(whole).toBeLessThan(3 * half + 20_000);
  }
});
