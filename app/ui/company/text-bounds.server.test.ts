import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { escapeCss, renderMarkdown, sanitizeHtml } from "./company-html.server";
import { isMarkdownWithinBounds, textToHtml, htmlToText } from "./text-bounds.server";

/** `length` characters of a piece, each with its number in place of `#`. */
function filled(length: number, piece: string): string {
  let text = "";
  for (let index = 0; text.length < length; index++) text += piece.replaceAll("#", String(index));
  return text;
}

const elementsIn = (html: string) => html.match(/<[a-z]/g)?.length ?? 0;

const WIDE = `${"|a".repeat(400)}\n${"|-".repeat(400)}`;

describe("markdown that a parser takes long for is shown as it was written:", () => {
  test.each([
    ["a quotation that goes on in 13,000 lines", filled(40_000, "> a\nb\n")],
    ["a list of 10,000 items", filled(40_000, "- a\n")],
    ["nested lists", Array.from({ length: 50 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n")],
    ["lists in each other on each line", filled(40_000, "- - - - - - - - a\n\n")],
    ["titles that are underlined", filled(40_000, "a\n---\n")],
    ["links", filled(40_000, "[a](b) ")],
    ["emphasis", filled(40_000, "*a_ ")],
    ["a table of rows with too few cells", `${WIDE}\n${"a\n".repeat(200)}`],
    ["addresses in each other", `${"_www.a".repeat(100)}\n`],
    ["an address with an endless end", `https://a.example/${"!".repeat(20_000)}a`],
    ["a text of 100,001 characters", "word ".repeat(20_000) + "!"],
  ])("%s", (_, text) => {
    expect(isMarkdownWithinBounds(text)).toBe(false);
    const html = renderMarkdown(text);
    expect(html.replace(/<\/?p>|<br>/g, "")).not.toMatch(/[<>]/);
    expect(html.length).toBeLessThan(5 * text.length);
  });

  test("and says all that it said", () => {
    expect(renderMarkdown(`${"> a\nb\n".repeat(2000)}\n<b>Ana</b>\r\n\r\n& Co.`)).toMatch(
      /^<p>&gt; a<br>b<br>.*b<\/p><p>&lt;b&gt;Ana&lt;\/b&gt;<\/p><p>& Co\.<\/p>$/,
    );
  });
});

describe("markdown as people write it is read:", () => {
  const seeds = readdirSync("platform/seed").map((company) =>
    readFileSync(`platform/seed/${company}/privacy.md`, "utf8"),
  );
  test.each([
    ["the examples' policies", seeds.join("\n\n")],
    [
      "a list of 300 items, each with a link",
      filled(12_000, "- **Cookie #**: [x](/y)\n").split("\n").slice(0, 140).join("\n"),
    ],
    ["lists five deep", [0, 4, 8, 12, 16].map((by) => `${" ".repeat(by)}- a`).join("\n")],
    ["dots up to a page, and an address", `Cookies ${".".repeat(200)} 3, https://a.example/b...`],
    ["a paragraph of 250 lines", "word word word\n".repeat(250)],
  ])("%s", (_, text) => {
    expect(isMarkdownWithinBounds(text)).toBe(true);
  });
});

describe("HTML that makes far more than it says is shown as its words:", () => {
  test.each([
    ["what is never closed, in paragraphs", filled(40_000, "<p><b lang=#>word")],
    ["links in links", filled(40_000, "<a href=#><div>word")],
    ["a text of 100,001 characters", "<i></i>word ".repeat(8400)],
  ])("%s", (_, text) => {
    const html = sanitizeHtml(text);
    expect(html).toContain("word");
    expect(html.replace(/<\/?p>|<br>/g, "")).not.toMatch(/[<>]/);
    expect(elementsIn(html)).toBeLessThanOrEqual(2 * elementsIn(text) + 1);
  });

  test.each([
    ["text", "<p>a <b>b</b></p><ul><li>c</ul>", "<p>a <b>b</b></p><ul><li>c</li></ul>"],
    ["500 rows", `<table>${"<tr><td>a<td>b".repeat(500)}</table>`, "<tbody><tr><td>a</td>"],
    ["elements fifty deep", `${"<div>".repeat(50)}a`, "<div>a</div>"],
  ])("but not %s", (_, text, part) => {
    expect(sanitizeHtml(text)).toContain(part);
  });
});

test("the words of HTML keep their paragraphs, and not their scripts", () => {
  const html = "<h1>A</h1><p>b<br>c &amp; d<script>1</script></p><style>p{}</style><li>e";
  expect(textToHtml(htmlToText(html))).toBe("<p>A</p><p>b<br>c &amp; d</p><p>e</p>");
});

test.each([
  ...["<div>", "<em>", "<a><b><p>", "<ul><li>", "<table><td>", "</p>", "<!--", "<svg><p>"],
  ...["> ", "- ", "1. > ", "*a_ ", "[", "![", "`a", "# <!--", "<?", "~~a ", "|a|b\n|-|-\n|c\n"],
  ...["a.", "_www.a", "a@a.a ", "www.a!", "</style", "\\"],
])("20 KB of %j are rendered before the test times out", (piece) => {
  const text = piece.repeat(20_000 / piece.length);
  for (const show of [sanitizeHtml, renderMarkdown, escapeCss])
    expect(show(text)).toEqual(expect.any(String));
});
