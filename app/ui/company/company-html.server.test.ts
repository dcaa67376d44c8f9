import { describe, expect, test } from "vitest";
import { escapeCss, htmlForExport, renderMarkdown, sanitizeHtml } from "./company-html.server";

const LAZY = 'loading="lazy" referrerpolicy="no-referrer"';
const REL = 'rel="nofollow noopener ugc"';

describe("sanitizeHtml [2.20]", () => {
  test.each([
    ["<p>Un <strong>texto</strong></p>", "<p>Un <strong>texto</strong></p>"],
    ["<h1>Title</h1>", "<h2>Title</h2>"],
    ['<a href="https://a.example/">x</a>', `<a href="https://a.example/" ${REL}>x</a>`],
    ['<a href="mailto:a@a.example">x</a>', `<a href="mailto:a@a.example" ${REL}>x</a>`],
    ['<a href=" jav&#x09;ascript:alert(1)">x</a>', `<a ${REL}>x</a>`],
    ["<script>alert(1)</script>after", "after"],
    ['<p onclick="alert(1)" style="color:red" id="cv" class="button">x</p>', "<p>x</p>"],
    [
      '<img src="https://a.example/1.png" alt="A kiln" width="80" onload="alert(1)" loading="eager">',
      `<img src="https://a.example/1.png" alt="A kiln" width="80" ${LAZY}>`,
    ],
    [
      '<p><img src="https://a.example/"></p>',
      `<p><img src="https://a.example/" alt="" ${LAZY}></p>`,
    ],
    ['<img src="x" onerror="alert(1)">', ""],
    ['<img src="http://a.example/1.png"><img src="data:image/png,a"><img src="//a/"><img>', ""],
    ['<form action="/"><input name="cv"></form>after', "after"],
    ["<svg><script>alert(1)</script></svg>after", "after"],
    ["<p>not closed", "<p>not closed</p>"],
    ["</div></main><p>x</p>", "<p>x</p>"],
    // Only outer tables are focusable.
    [
      '<div><table tabindex="5"><tr><td><table></table></td></tr></table></div>',
      '<div><table tabindex="0"><tbody><tr><td><table></table></td></tr></tbody></table></div>',
    ],
  ])("sanitizes %s", (html, expected) => {
    expect(sanitizeHtml(html)).toBe(expected);
  });
});

describe("renderMarkdown [2.33]", () => {
  test.each([
    ["# Title", "<h2>Title</h2>"],
    ["*x* [y](https://a/)", `<p><em>x</em> <a href="https://a/" ${REL}>y</a></p>`],
    ["![a](https://a.example/1.png)", "<p></p>"],
    ["[y](javascript:alert(1))", `<p><a ${REL}>y</a></p>`],
    ["<script>alert(1)</script>", ""],
    ["", ""],
    ["a ~~b~~, ~10 to ~20", "<p>a <del>b</del>, ~10 to ~20</p>"],
    [
      "| a | b |\n|:--|--:|\n| **c** |",
      '<table tabindex="0"><thead><tr><th>a</th><th>b</th></tr></thead>' +
        "<tbody><tr><td><strong>c</strong></td><td></td></tr></tbody></table>",
    ],
    [
      "<table tabindex=9><tr><td>a</table>",
      '<table tabindex="0"><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    [
      "https://a.example/?b&c (www.a.example).",
      `<p><a href="https://a.example/?b&#x26;c" ${REL}>https://a.example/?b&#x26;c</a> ` +
        `(<a href="http://www.a.example" ${REL}>www.a.example</a>).</p>`,
    ],
    ["rgpd@a.example", `<p><a href="mailto:rgpd@a.example" ${REL}>rgpd@a.example</a></p>`],
    ["`https://example.com/`", "<p><code>https://example.com/</code></p>"],
    ["a <i hidden>b</i><u>c</u> <strike>d</strike>", "<p>a <u>c</u> <s>d</s></p>"],
    ['<div style="display:none">\n\nb **c**\n\n</div>\n\nd', "<p>d</p>"],
    ["<section>b</section>", "<div>b</div>"],
    ["a<!-->b<!--->c<!-- x -->d", "<p>abcd</p>"],
    ['<![if !x]>a<![endif]><o:p>b</o:p><?xml:namespace prefix="o" />', "<p>ab</p>"],
    ["a\n\u00a0\u2003\nb\r\n\u3000\r\nc", "<p>a</p><p>b</p><p>c</p>"],
    // Task lists are not rendered as checkboxes.
    ["- [x] a", "<ul><li>[x] a</li></ul>"],
  ])("renders %s", (markdown, expected) => {
    expect(renderMarkdown(markdown).replaceAll("\n", "")).toBe(expected);
  });
});

test("replaces no-break spaces with ordinary spaces in Markdown over the limits", () => {
  const blankLines = "\n".repeat(3001);
  expect(renderMarkdown(`we\u00a0are\u00a0one\u00a0team${blankLines}`)).toBe(
    "<p>we are one team</p>",
  );
});

test.each([["a{}</style><script>alert(1)</script>"], ["a{}</STYLE ><p>"], ["a{}<!-- <style>"]])(
  "escapes style tags and comments in CSS: %s",
  (css) => {
    expect(escapeCss(css)).not.toMatch(/<(\/?style|!--)/i);
  },
);

test.each([
  ["a language", sanitizeHtml('<p lang="ca" dir="ltr">Bon dia</p>'), '<p lang="ca" dir="ltr">'],
  [
    "a caption",
    sanitizeHtml("<table><caption>Horas</caption></table>"),
    "<caption>Horas</caption>",
  ],
  ["a title", sanitizeHtml('<abbr title="Artículo">Art.</abbr>'), '<abbr title="Artículo">'],
  ["a list's first number", sanitizeHtml('<ol start="3"><li>c</li></ol>'), '<ol start="3">'],
  [
    "a list's kind and numbers",
    sanitizeHtml('<ol type="a" reversed><li value="-3">c</li></ol>'),
    '<ol type="a" reversed><li value="-3">c</li></ol>',
  ],
  [
    "a list without malformed numbers",
    sanitizeHtml('<ol type="x"><li value="b">c</li></ol>'),
    "<ol><li>c</li></ol>",
  ],
  ["an underlined heading", renderMarkdown("Datos\n====="), "<h2>Datos</h2>"],
])("keeps meaningful markup: %s", (_, html, part) => {
  expect(html).toContain(part);
});

test.each([
  ["<p>a <s>b <b>c</b></s> <del>d</del>e</p>", "<p>a  e</p>"],
  ["<s>a<s>b</s>c</s>d", "d"],
  ["<ul><li><s>a</s></li><li>b</li></ul><p><del>c</del></p>", "<ul><li>b</li></ul>"],
  ['<p title="<s>">a</p>', '<p title="<s>">a</p>'],
  ["<p>a<br>&#x26;</p>", "<p>a<br>&#x26;</p>"],
  [
    '<p>tabindex="0"</p><div><table tabindex="0"><tbody><tr><td>a</td></tr></tbody></table></div>',
    '<p>tabindex="0"</p><div><table><tbody><tr><td>a</td></tr></tbody></table></div>',
  ],
])("removes struck-out text and tabindex from %s", (html, expected) => {
  expect(htmlForExport(html)).toBe(expected);
});
