import { describe, expect, test } from "vitest";
import { containedCss, markdownHtml, sanitizedHtml } from "./company-html.server";

describe("a company's HTML", () => {
  test.each([
    ["<p>Un <strong>texto</strong></p>", "<p>Un <strong>texto</strong></p>"],
    ["<h1>Title</h1>", "<h2>Title</h2>"],
    [
      '<a href="https://example.com/">x</a>',
      '<a href="https://example.com/" rel="nofollow noopener ugc">x</a>',
    ],
    [
      '<a href="mailto:a@example.com">x</a>',
      '<a href="mailto:a@example.com" rel="nofollow noopener ugc">x</a>',
    ],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="nofollow noopener ugc">x</a>'],
    ['<a href=" jav&#x09;ascript:alert(1)">x</a>', '<a rel="nofollow noopener ugc">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="nofollow noopener ugc">x</a>'],
    ["<script>alert(1)</script>after", "after"],
    ["<style>p{display:none}</style>after", "after"],
    ['<p onclick="alert(1)" style="color:red" id="cv" class="button">x</p>', "<p>x</p>"],
    ['<img src="x" onerror="alert(1)">', ""],
    ['<iframe src="https://example.com/"></iframe>after', "after"],
    ['<form action="/"><input name="cv"></form>after', "after"],
    ["<svg><script>alert(1)</script></svg>after", "after"],
    ["<p>not closed", "<p>not closed</p>"],
    ["</div></main><p>x</p>", "<p>x</p>"],
    // A table that is too wide scrolls by itself, and the keyboard has to reach it.
    [
      '<div><table tabindex="5"><tr><td><table></table></td></tr></table></div>',
      '<div><table tabindex="0"><tbody><tr><td><table></table></td></tr></tbody></table></div>',
    ],
  ])("%s", (given, expected) => {
    expect(sanitizedHtml(given)).toBe(expected);
  });
});

describe("a company's markdown", () => {
  test.each([
    ["# Title", "<h2>Title</h2>"],
    [
      "*x* [y](https://example.com/)",
      '<p><em>x</em> <a href="https://example.com/" rel="nofollow noopener ugc">y</a></p>',
    ],
    ["[y](javascript:alert(1))", '<p><a rel="nofollow noopener ugc">y</a></p>'],
    ["<script>alert(1)</script>", ""],
    ["", ""],
    ["a ~~b~~, ~10 to ~20", "<p>a <del>b</del>, ~10 to ~20</p>"],
    [
      "| a | b |\n|:--|--:|\n| **c** |",
      '<table tabindex="0"><thead><tr><th>a</th><th>b</th></tr></thead>' +
        "<tbody><tr><td><strong>c</strong></td><td></td></tr></tbody></table>",
    ],
    [
      "> a | b\n> --|--",
      '<blockquote><table tabindex="0"><thead><tr><th>a</th><th>b</th></tr></thead></table></blockquote>',
    ],
    ["<table tabindex=0><tr><td>a</table>", ""],
    [
      "https://example.com/a?b=1&c (www.example.com).",
      '<p><a href="https://example.com/a?b=1&#x26;c" rel="nofollow noopener ugc">' +
        "https://example.com/a?b=1&#x26;c</a> (" +
        '<a href="http://www.example.com" rel="nofollow noopener ugc">www.example.com</a>).</p>',
    ],
    [
      "rgpd@example.com",
      '<p><a href="mailto:rgpd@example.com" rel="nofollow noopener ugc">rgpd@example.com</a></p>',
    ],
    ["`https://example.com/`", "<p><code>https://example.com/</code></p>"],
    // A list of tasks stays as it is written, and a form gets no boxes.
    ["- [x] a", "<ul><li>[x] a</li></ul>"],
  ])("%s", (given, expected) => {
    expect(markdownHtml(given).replaceAll("\n", "")).toBe(expected);
  });
});

test.each([["a{}</style><script>alert(1)</script>"], ["a{}</STYLE ><p>"], ["a{}<!-- <style>"]])(
  "a company's CSS cannot leave its element: %s",
  (css) => {
    expect(containedCss(css)).not.toMatch(/<(\/?style|!--)/i);
  },
);

test.each([
  ["a language", sanitizedHtml('<p lang="ca" dir="ltr">Bon dia</p>'), '<p lang="ca" dir="ltr">'],
  ["caption", sanitizedHtml("<table><caption>Horas</caption></table>"), "<caption>Horas</caption>"],
  ["a title", sanitizedHtml('<abbr title="Artículo">Art.</abbr>'), '<abbr title="Artículo">'],
  ["where a list begins", sanitizedHtml('<ol start="3"><li>c</li></ol>'), '<ol start="3">'],
  ["the first level", sanitizedHtml("<h1>Qué harás</h1>"), "<h2>Qué harás</h2>"],
  ["the first level in markdown", markdownHtml("# Datos"), "<h2>Datos</h2>"],
  ["the same, underlined", markdownHtml("Datos\n====="), "<h2>Datos</h2>"],
  ["the same, indented", markdownHtml("  #\tDatos"), "<h2>Datos</h2>"],
])("what a company's texts mean stays: %s", (_, html, part) => {
  expect(html).toContain(part);
});
