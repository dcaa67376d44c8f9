import { serialize } from "parse5";
import { describe, expect, test } from "vitest";
import { parseHtml } from "./parse";

const normalize = (html: string) => serialize(parseHtml(html));
const withStyle = (style: string) => `<p style="${style.replaceAll('"', "&quot;")}">x</p>`;

describe("styles that hide", () => {
  test.each([
    "display:none",
    "display : none",
    "DISPLAY: NONE",
    "color:red;display:none",
    "display/**/:/**/none/**/",
    String.raw`d\69 splay:n\6f ne`,
    "display:none !important; display:block",
    "display:none; display:unknown",
    "display:block; display:none",
    "unknown; display:none",
    "a: (b; display:block); display:none",
    "background:url(data:image/png;base64,a;display:block); display:none",
    `content:"\\";display:block"; display:none`,
    "visibility:hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity:.0",
    "opacity:0%",
    "opacity:-1",
    "opacity:0.01",
    "filter:blur(1px) opacity(0)",
    "content-visibility:hidden",
    "font-size:0",
    "font-size:0.0em",
    "font-size:0.3mm",
    "font-size:1px",
    "font-size:0%",
    "font:0/0 a",
    "font: italic 0px/1 serif",
    "color:transparent",
    "color:#0000",
    "color:#ffffff00",
    "color:rgba(0, 0, 0, 0)",
    "color:rgb(0 0 0 / 0%)",
    "color:hsla(0,0%,0%,.0)",
    "-webkit-text-fill-color:transparent",
    "mso-hide:all",
    "mso-hide:screen",
    "mso-element:comment-list",
    "position:absolute;left:-9999px",
    "position:fixed;top:-100vh",
    "position:relative;right:-100em",
    "position:absolute;clip:rect(0 0 0 0)",
    "position:absolute;clip:rect(1px, 1px, 1px, 1px)",
    "clip-path:inset(50%)",
    "clip-path:circle(0)",
    "clip-path:polygon(0 0, 0 0, 0 0)",
    "text-indent:-9999px",
    "margin-left:-9999px",
    "margin:0 0 0 -999px",
    "position:absolute;inset:0 auto auto -9999px",
    "margin:-9999px",
    "visibility:hidden;visibility:wrong",
    "transform:scale(0)",
    "transform:rotate(2deg) translateX(-9999px)",
    "scale:0",
    "height:0;overflow:hidden",
    "max-height:0px;overflow:hidden",
    "width:1px;height:1px;overflow:clip",
    "padding:0 18px;max-height:0;overflow:hidden",
    "translate:-9999px",
    "clip-path:inset(0 100% 0 0)",
    "clip-path:inset(0 0 100% round 2px)",
    "-webkit-clip-path:inset(50%)",
    "color:oklch(50% 0 0 / 0)",
    "color:color(srgb 0 0 0 / 0%)",
    "color:transparent;color:",
    "color:transparent;color:#ggg",
  ])("removes text with %s", (style) => {
    expect(normalize(`a${withStyle(style)}b`)).toBe("ab");
  });

  test.each([
    "display:none; display:block",
    "display:none none",
    "display:\u00a0none",
    "dis/**/play:none",
    "--display:none",
    "content:';display:none'",
    "/* display:none */",
    "a:(;display:none;)",
    "opacity:.5",
    "opacity:0;opacity:1",
    "font-size:0;font-size:12pt",
    "font-size:8px",
    "font-size:12",
    "font:0 a; font: 12px a",
    "color:#000",
    "color:#fff0f0",
    "color:rgba(0,0,0,.4)",
    "background-clip:text;color:transparent",
    "mso-hide:none",
    "left:-9999px",
    "float:left;margin-left:-100%",
    "position:absolute;left:100%;transform:translate(-100%, -50%)",
    "opacity:0;opacity:initial",
    "opacity:wrong",
    "position:absolute;left:120px;top:4000px",
    "position:absolute;clip:rect(0 90px 90px 0)",
    "clip:rect(0 0 0 0)",
    "clip-path:inset(10%)",
    "text-indent:-18pt;margin-left:36pt",
    "margin:0 0 -9999px;padding-bottom:9999px",
    "transform:scale(1.1)",
    "height:0",
    "height:20px;overflow:hidden",
    "height:0;overflow:hidden;padding-bottom:56.25%",
    "height:0;overflow:hidden;padding:0 0 9px",
    "height:0;min-height:40px;overflow:hidden",
    "width:0;min-width:100%;overflow:hidden",
    "height:0%;overflow:hidden",
    "clip-path:inset(10% 20%)",
    "background:linear-gradient(red,blue) text;color:transparent",
    "background-clip:text, text;color:transparent",
  ])("keeps text with %s", (style) => {
    expect(normalize(`a${withStyle(style)}b`)).toContain(">x</");
  });

  test.each([
    "max-height:0;overflow:hidden",
    "text-indent:-9999px",
    "transform:translate(-9999px)",
    "scale:0",
    "margin-top:-9999px",
    "content-visibility:hidden",
  ])("applies %s only to boxes", (style) => {
    expect(normalize(`<span style="${style}">x</span>`)).toBe("x");
    expect(normalize(`<span style="${style};display:inline-block">x</span>`)).toBe("");
    expect(normalize(`<span style="${style};float:left">x</span>`)).toBe("");
  });

  test("does not hide small table cells", () => {
    expect(normalize(`<table><td style="width:0;overflow:hidden">x</table>`)).toContain("x");
  });

  test.each([
    ["<p hidden>x</p>", ""],
    ["<p hidden style=display:block>x</p>", '<p hidden="" style="display:block">x</p>'],
    ["<p popover>x</p>", ""],
    ["<dialog>x</dialog><dialog open>y</dialog>", '<div open="">y</div>'],
    ["<title>x</title><meta name=a><template>x</template><!-- x --><noscript>x</noscript>", ""],
    ["<video>x</video><canvas>x</canvas><datalist><option>x</datalist><xml>x</xml>", ""],
    ["<svg><title>x</title><desc>x</desc></svg>", "<svg></svg>"],
    ['a<a href="#_msocom_1">[A1]</a>', "a"],
    ["<!--[if mso]>x<![endif]--><![if !mso]>y<![endif]>", "y"],
    ["<ul><li style=visibility:hidden>x</li><li>y</li></ul>", "<ul><li>y</li></ul>"],
    [
      "<table><td style=font-size:0>x</table>",
      '<table><tbody><tr><td style="font-size:0"></td></tr></tbody></table>',
    ],
    [
      "<i style=background-clip:text>a<b style=color:#0000>b</b></i>",
      '<i style="background-clip:text">a<b style="color:#0000">b</b></i>',
    ],
    ["a<img src=b style=visibility:hidden><img src=c hidden>", "a"],
    ["<p aria-hidden=true class=hidden>x</p>", '<p aria-hidden="true" class="hidden">x</p>'],
  ])("normalizes %s", (html, normalized) => {
    expect(normalize(html)).toBe(normalized);
  });

  test.each([
    ["visibility:hidden", "visibility:visible"],
    ["visibility:hidden", "visibility:initial"],
    ["font-size:0", "font-size:14px"],
    ["font-size:0", "font:bold 1rem a"],
    ["color:transparent", "color:black"],
    ["color:transparent", "-webkit-text-fill-color:#000"],
  ])("keeps visible text in text with %s", (outer, inner) => {
    const html = `<div style="${outer}">x<i style="${inner}"><i>y</i></i><i>x</i>x</div>`;
    expect(normalize(html).replace(/<[^>]*>/g, "")).toBe("y");
  });

  test.each([
    ["visibility:hidden", "visibility:inherit"],
    ["visibility:hidden", "visibility:revert"],
    ["font-size:0", "font-size:unset"],
    ["color:transparent", "color:inherit"],
    ["font-size:0", "font-size:2em"],
    ["font-size:0", "font-size:150%"],
    ["display:none", "display:block !important"],
    ["opacity:0", "opacity:1"],
  ])("removes text with %s and %s in it", (outer, inner) => {
    expect(normalize(`<div style="${outer}"><b style="${inner}">x</b></div>`)).toBe("");
  });
});

describe("formatting", () => {
  const text = (html: string) => normalize(html).replace(/ (?:style|id|color)="[^"]*"/g, "");

  test.each([
    ['<span style="font-weight:700">x</span>', "<strong>x</strong>"],
    ['<span style="font-weight:600">x</span>', "<strong>x</strong>"],
    ['<span style="font-weight:500">x</span>', "x"],
    ['<span style="font-weight:bolder">x</span>', "<strong>x</strong>"],
    ['<span style="font-weight:1001">x</span>', "x"],
    [
      '<span style="font:italic 700 12px/1.5 Arial, sans-serif">x</span>',
      "<strong><em>x</em></strong>",
    ],
    ['<span style="font-weight:bold;font:12px a">x</span>', "x"],
    ['<span style="font:bold">x</span>', "x"],
    ['<span style="font-style:oblique 10deg">x</span>', "<em>x</em>"],
    ['<b style="font-weight:normal">x</b>', "x"],
    ['<b style="font-weight:lighter">x</b>', "x"],
    ['<p>a <b style="font-weight:inherit">x</b></p>', "<p>a x</p>"],
    ['<i style="font-style:normal">x</i>', "x"],
    [
      '<strong>a<span style="font-weight:400">b</span>c</strong>',
      "<strong>a</strong>b<strong>c</strong>",
    ],
    ['<b>a<i style="font-weight:400">b</i></b>', "<strong>a</strong><i>b</i>"],
    [
      '<div style="font-weight:bold"><p>a <b>b</b> c</p></div>',
      "<div><p><strong>a </strong><b>b</b><strong> c</strong></p></div>",
    ],
    [
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Head</span></p><p><span style="font-style:italic">a</span> b</p></b>',
      "<p><strong>Head</strong></p><p><em>a</em> b</p>",
    ],
    [
      '<span style="font-weight:700">a</span><span style="font-weight:700">b</span>',
      "<strong>ab</strong>",
    ],
    [
      '<h2><span style="font-weight:400">a</span><span style="font-weight:700">b</span></h2>',
      "<h2>ab</h2>",
    ],
    [
      '<table><th style="font-weight:bold">a</table>',
      "<table><tbody><tr><th>a</th></tr></tbody></table>",
    ],
    ['<p style="font-weight:bold"> <br></p>', "<p> <br></p>"],
    ["<b>x</b> <i>y</i> <u>z</u>", "<b>x</b> <i>y</i> <u>z</u>"],
    ["<strike>x</strike> <s>y</s> <del>z</del>", "<s>x</s> <s>y</s> <del>z</del>"],
    ['<span style="text-decoration:line-through">x</span>', "<s>x</s>"],
    ['<span style="text-decoration: red wavy line-through 2px">x</span>', "<s>x</s>"],
    ['<span style="text-decoration-line:underline line-through">x</span>', "<u><s>x</s></u>"],
    ['<p style="text-decoration:line-through">x <b>y</b></p>', "<p><s>x <b>y</b></s></p>"],
    ['<s style="text-decoration:none">x</s>', "x"],
    ['<b style="font-weight:normal;font:inherit">x</b>', "x"],
    ['<b style="font-weight:revert">x</b>', "<b>x</b>"],
    ['<span style="text-line-through:double">x</span>', "<s>x</s>"],
    ['<u style="text-decoration:wrong">x</u>', "<u>x</u>"],
    ['<u style="text-decoration:none">x</u>', "x"],
    ['<u style="text-decoration:line-through">x</u>', "<s>x</s>"],
    [
      '<p style="font-weight:bold"><code>a<i style="font-weight:400">b</i></code></p>',
      "<p><code><strong>a</strong><i>b</i></code></p>",
    ],
    [
      '<p style="text-decoration:underline">a<a href="/">b</a></p>',
      '<p><u>a</u><a href="/">b</a></p>',
    ],
    [
      '<p style="text-decoration:line-through">a<span style="text-decoration:none">b</span></p>',
      "<p><s>ab</s></p>",
    ],
    // The line of an ancestor can't be turned off.
    ['<s>a<span style="text-decoration:none">b</span></s>', "<s>ab</s>"],
    ['<a href="/"><span style="text-decoration:underline">x</span></a>', '<a href="/">x</a>'],
    ['x<span style="vertical-align:super">2</span>', "x<sup>2</sup>"],
    ['x<sub style="vertical-align:baseline">2</sub>', "x2"],
    [
      '<table><td style="vertical-align:sub">x</table>',
      "<table><tbody><tr><td>x</td></tr></tbody></table>",
    ],
    ['<font color="red">x</font> <span lang="ca">y</span>', 'x <span lang="ca">y</span>'],
    ["<q>a <q>b</q></q>", "“a ‘b’”"],
  ])("turns %s into %s", (html, normalized) => {
    expect(text(html)).toBe(normalized);
  });
});

describe("blocks", () => {
  test.each([
    ["<section>carry</section><section>heavy</section>", "<div>carry</div><div>heavy</div>"],
    ["<details><summary>a</summary>b</details>", "<div><div>a</div>b</div>"],
    ["<form>a</form><nav>b</nav><address>c</address>", "<div>a</div><div>b</div><div>c</div>"],
    ["<fieldset><legend>a</legend>b</fieldset>", "<div><div>a</div>b</div>"],
    ["<select><option>a<option>b</select>", "<select><div>a</div><div>b</div></select>"],
    ["<h1>a</h1><menu><li>b</menu><xmp>c</xmp>", "<h2>a</h2><ul><li>b</li></ul><pre>c</pre>"],
    ["<form><input></form>a", "a"],
    [
      '<p style="display:inline-flex">a<i>b</i><i>c</i></p>',
      '<p style="display:inline-flex">a <i>b</i>  <i>c</i> </p>',
    ],
    ["<p>a<option>b</option>c</p>", "<p>a<br>b<br>c</p>"],
    ["<tr><td>a</td><td>b</td></tr>", "<div><div>a</div><div>b</div></div>"],
    ["<caption>a</caption><tbody><td>b</tbody>", "<div>a</div><div><div><div>b</div></div></div>"],
    ["<button>a</button><button>b</button>", " <button>a</button>  <button>b</button> "],
    [
      '<div style="white-space:pre-wrap">a\nb <i>c\n</i>d\n<p>\n</p><pre>e\nf</pre></div>',
      '<div style="white-space:pre-wrap">a<br>b <i>c<br></i>d<br><p>\n</p><pre>e\nf</pre></div>',
    ],
    [
      '<pre style="white-space:pre">a\nb</pre><p style="white-space:pre-line">a\nb<i style="white-space:normal">c\nd</i></p>',
      '<pre style="white-space:pre">a\nb</pre><p style="white-space:pre-line">a<br>b<i style="white-space:normal">c\nd</i></p>',
    ],
    ['<p>a<span style="float:right">b</span></p>', "<p>a<br>b</p>"],
    ["<b style=position:absolute>a</b>b", '<div><b style="position:absolute">a</b></div>b'],
    [
      '<span style="display:block">a</span><b style="display:flex">b</b>',
      '<div>a</div><div><b style="display:flex">b</b></div>',
    ],
    [
      '<p>a<span style="display:block">b</span>c<br><span style="display:block">d</span></p>',
      "<p>a<br>b<br>c<br>d</p>",
    ],
    [
      '<p><span><span style="display:block">a</span></span><span style="display:block">b</span></p>',
      "<p>a<br>b</p>",
    ],
  ])("turns %s into %s", (html, normalized) => {
    expect(normalize(html)).toBe(normalized);
  });
});

test("stops at the line limit", () => {
  const lines = (count: number) => `<p style="white-space:pre">${"a\n".repeat(count)}</p>`;
  expect(normalize(lines(10_000))).toContain("<br>");
  expect(() => normalize(lines(5_001).repeat(2))).toThrow(RangeError);
});

describe("lists", () => {
  const lists = (html: string) =>
    normalize(html).replace(/ (?:style|class|role|data-[a-z-]*)="[^"]*"/g, "");
  const quill = (...items: string[]) =>
    `<ol>${items
      .map((item) => {
        const [kind = "", level = "0", text] = item.split(" ");
        return `<li data-list="${kind}" class="ql-indent-${level}">${text ?? ""}</li>`;
      })
      .join("")}</ol>`;
  const word = (level: number, marker: string, text: string, list = 0) =>
    `<p class="MsoListParagraph" style="mso-list:l${list} level${level} lfo1"><![if !supportLists]>` +
    `<span><span style="mso-list:Ignore">${marker}<span style="font:7pt Times">&nbsp; </span></span></span>` +
    `<![endif]>${text}</p>\n`;

  const online = (list: string, level: number | string, text: string) =>
    `<div class="ListContainerWrapper"><${list} role="list"><li data-aria-level="${level}">${text}</ul></ol></div>`;

  test.each<[what: string, html: string, normalized: string]>([
    ["Quill bullets", quill("bullet 0 a", "bullet 0 b"), "<ul><li>a</li><li>b</li></ul>"],
    [
      "nested Quill lists",
      quill("bullet 0 a", "ordered 1 b", "ordered 2 c", "ordered 2 d", "bullet 0 e"),
      '<ul><li>a<ol type="a"><li>b<ol type="i"><li>c</li><li>d</li></ol></li></ol></li><li>e</li></ul>',
    ],
    [
      "Quill numbers around bullets",
      quill("ordered 0 a", "bullet 0 b", "ordered 0 c"),
      '<ol><li>a</li></ol><ul><li>b</li></ul><ol start="2"><li>c</li></ol>',
    ],
    [
      "a deep first item",
      quill("bullet 3 a", "bullet 0 b"),
      "<ul><li>a</li></ul><ul><li>b</li></ul>",
    ],
    [
      "nested lists from Quill 1",
      '<ol><li>a</li><li class="ql-indent-1 ql-align-center">b</li></ol>',
      '<ol><li>a<ol type="a"><li>b</li></ol></li></ol>',
    ],
    [
      "nesting in a Google Docs file",
      '<ol class="lst-kix_a1-0 start" start="1"><li>a</ol><ul class="x lst-kix_a1-1 start"><li>b</ul><ol class="lst-kix_a1-0" start="2"><li>c</ol>',
      "<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>",
    ],
    [
      "numbers in a Google Docs file after a paragraph",
      '<ol class="lst-kix_list_1-0 start" start="1"><li>a</ol><p>b</p><ol class="lst-kix_list_1-0" start="2"><li>c</ol>',
      '<ol><li>a</li></ol><p>b</p><ol start="2"><li>c</li></ol>',
    ],
    ["text next to Quill items", '<ol>a<li data-list="bullet">b</ol>', "<ol>a<li>b</li></ol>"],
    [
      "nesting in Word Online",
      online("ul", 1, "a") + online("ul", 2, "b") + online("ol start=2", 1, "c"),
      '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="2"><li>c</li></ol>',
    ],
    [
      "items with malformed levels",
      ["-5", "1.5", "99", "x"].map((level) => online("ul", level, "a")).join(""),
      "<ul><li>a</li><li>a</li><li>a</li><li>a</li></ul>",
    ],
    [
      "lists in items without a marker, as TinyMCE writes them",
      '<ul><li>a</li><li style="list-style-type:none"><ul><li>b</ul></ul>',
      "<ul><li>a<ul><li>b</li></ul></li></ul>",
    ],
    [
      "lists between items, as Google Docs writes them",
      "<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>",
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    ],
    [
      "the kind of a style",
      '<ol><li style="list-style-type:lower-roman">a</ol><ul style="list-style:decimal inside"><li>b</ul>' +
        '<ol style="list-style-type:square"><li>c</ol>',
      '<ol type="i"><li>a</li></ol><ol><li>b</li></ol><ul><li>c</li></ul>',
    ],
    [
      "numbers",
      '<ol type="A" start="3" reversed><li value="9">a</ol>',
      '<ol type="A" start="3" reversed=""><li value="9">a</li></ol>',
    ],
    [
      "Word bullets",
      word(1, "·", "a") + word(2, "o", "b") + word(2, "§", "c") + word(1, "·", "<b>d</b>"),
      "<ul><li>a<ul><li>b</li><li>c</li></ul></li><li><b>d</b></li></ul>",
    ],
    [
      "the formatting of a Word item",
      word(1, "·", "a").replace('style="', 'style="font-weight:bold;'),
      "<ul><li><strong>a</strong></li></ul>",
    ],
    ["a Word bullet in a symbol font", word(1, "v", "a"), "<ul><li>a</li></ul>"],
    [
      "Word numbers",
      word(1, "3.", "a") + word(2, "(b)", "b") + word(2, "c)", "c") + word(1, "5.", "d"),
      '<ol start="3"><li>a<ol type="a" start="2"><li>b</li><li>c</li></ol></li><li value="5">d</li></ol>',
    ],
    [
      "two adjacent Word lists",
      word(1, "b)", "a") + word(1, "1.", "b"),
      '<ol type="a" start="2"><li>a</li></ol><ol><li>b</li></ol>',
    ],
    [
      "letters and Roman numerals in Word",
      word(1, "h.", "a") +
        word(1, "i.", "b") +
        "<p>c</p>" +
        word(1, "I.", "d") +
        word(1, "II.", "e"),
      '<ol type="a" start="8"><li>a</li><li>b</li></ol><p>c</p><ol type="I"><li>d</li><li>e</li></ol>',
    ],
  ])("keeps %s", (_, html, normalized) => {
    expect(lists(html).replaceAll("\n", "")).toBe(normalized);
  });

  test.each(["1.2", "①", "一", "Art. 1"])(
    "keeps Word's %s, which lists can't express",
    (marker) => {
      expect(lists(word(2, marker, "a"))).toMatch(new RegExp(`^<p>${marker}.*a</p>`));
    },
  );
});
