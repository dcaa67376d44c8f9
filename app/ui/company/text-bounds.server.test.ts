import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { extractText } from "~/contract/html/text";
import { escapeCss, renderMarkdown, sanitizeHtml } from "./company-html.server";
import { isMarkdownWithinBounds, textToHtml } from "./text-bounds.server";

/** Repeats a piece up to about `length` characters. Replaces `#` with the repetition's index. */
function repeat(length: number, piece: string): string {
  let text = "";
  for (let index = 0; text.length < length; index++) text += piece.replaceAll("#", String(index));
  return text;
}

const countElements = (html: string) => html.match(/<[a-z]/g)?.length ?? 0;

const WIDE = `${"|a".repeat(400)}\n${"|-".repeat(400)}`;

describe("Markdown that is slow to parse", () => {
  test.each([
    ["a blockquote of 13,000 lines", repeat(40_000, "> a\nb\n")],
    ["a list of 10,000 items", repeat(40_000, "- a\n")],
    [
      "lists nested 50 deep",
      Array.from({ length: 50 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
    ],
    ["2,106 lines that each open eight lists", repeat(40_000, "- - - - - - - - a\n\n")],
    ["6,667 underlined headings", repeat(40_000, "a\n---\n")],
    ["5,715 links", repeat(40_000, "[a](b) ")],
    ["20,000 emphasis marks", repeat(40_000, "*a_ ")],
    ["a table of 200 rows with too few cells", `${WIDE}\n${"a\n".repeat(200)}`],
    ["100 nested URLs", `${"_www.a".repeat(100)}\n`],
    ["a URL with 20,000 exclamation marks", `https://a.example/${"!".repeat(20_000)}a`],
    ["3,001 blank lines", `a${"\n \t\r\n".repeat(1501)}`],
    ["100,001 characters of text", "word ".repeat(20_000) + "!"],
  ])("shows %s as plain text", (_, text) => {
    expect(isMarkdownWithinBounds(text)).toBe(false);
    const html = renderMarkdown(text);
    expect(html.replace(/<\/?p>|<br>/g, "")).not.toMatch(/[<>]/);
    expect(html.length).toBeLessThan(5 * text.length);
  });

  test("keeps the entire text", () => {
    expect(renderMarkdown(`${"> a\nb\n".repeat(2000)}\n<b>Ana</b>\r\n\r\n& Co.`)).toMatch(
      /^<p>&gt; a<br>b<br>.*b<\/p><p>&lt;b&gt;Ana&lt;\/b&gt;<\/p><p>& Co\.<\/p>$/,
    );
  });
});

describe("ordinary Markdown", () => {
  const seeds = readdirSync("platform/seed").map((company) =>
    readFileSync(`platform/seed/${company}/privacy.md`, "utf8"),
  );
  test.each([
    ["the example companies' policies", seeds.join("\n\n")],
    [
      "a list of 140 items, each with a link",
      repeat(12_000, "- **Cookie #**: [x](/y)\n").split("\n").slice(0, 140).join("\n"),
    ],
    ["lists nested five deep", [0, 4, 8, 12, 16].map((by) => `${" ".repeat(by)}- a`).join("\n")],
    ["dot leaders and a URL", `Cookies ${".".repeat(200)} 3, https://a.example/b...`],
    ["1,500 paragraphs", "word word\n\n".repeat(1500)],
    ["a paragraph of 250 lines", "word word word\n".repeat(250)],
  ])("accepts %s", (_, text) => {
    expect(isMarkdownWithinBounds(text)).toBe(true);
  });
});

describe("HTML", () => {
  test.each([
    ["unclosed elements in paragraphs", repeat(40_000, "<p><b lang=#>word")],
    ["nested links", repeat(40_000, "<a href=#><div>word")],
    ["100,800 characters", "<i></i>word ".repeat(8400)],
  ])("shows HTML beyond the limits as plain text: %s", (_, text) => {
    const html = sanitizeHtml(text);
    expect(html).toContain("word");
    expect(html.replace(/<\/?p>|<br>/g, "")).not.toMatch(/[<>]/);
    expect(countElements(html)).toBeLessThanOrEqual(2 * countElements(text) + 1);
  });

  test.each([
    ["text", "<p>a <b>b</b></p><ul><li>c</ul>", "<p>a <b>b</b></p><ul><li>c</li></ul>"],
    ["500 rows", `<table>${"<tr><td>a<td>b".repeat(500)}</table>`, "<tbody><tr><td>a</td>"],
    ["50 nested elements", `${"<div>".repeat(50)}a`, "<div>a</div>"],
  ])("keeps ordinary HTML: %s", (_, text, part) => {
    expect(sanitizeHtml(text)).toContain(part);
  });
});

test("converts HTML to text with paragraphs and without scripts", () => {
  const html = "<h1>A</h1><p>b<br>c &amp; d<script>1</script></p><style>p{}</style><li>e";
  expect(textToHtml(extractText(html))).toBe("<p>A</p><p>b<br>c &amp; d</p><p>e</p>");
});

test.each([
  ...["<div>", "<em>", "<a><b><p>", "<ul><li>", "<table><td>", "</p>", "<!--", "<svg><p>"],
  ...["> ", "- ", "1. > ", "*a_ ", "[", "![", "`a", "# <!--", "<?", "~~a ", "|a|b\n|-|-\n|c\n"],
  ...["a.", "_www.a", "a@a.a ", "www.a!", "</style", "\\"],
])("renders 20 KB of %j before the test times out", (piece) => {
  const text = piece.repeat(20_000 / piece.length);
  for (const render of [sanitizeHtml, renderMarkdown, escapeCss])
    expect(render(text)).toEqual(expect.any(String));
});
