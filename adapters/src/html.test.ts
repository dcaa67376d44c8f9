import { expect, test } from "vitest";
import { plainText, removeDiv, unescapeHtml } from "./html";

test.each([
  ["&lt;p&gt;R&amp;amp;D&lt;/p&gt;", "<p>R&amp;D</p>"],
  ["&quot;a&quot; &#39;b&#39; &#x41; &apos;", "\"a\" 'b' A '"],
  ["AT&T &unknown; &#0; &#99999999;", "AT&T &unknown; &#0; &#99999999;"],
])("unescapes %j once to %j", (escaped, html) => {
  expect(unescapeHtml(escaped)).toBe(html);
});

test.each([
  ["<p>One</p><p>Two &amp; three</p>", "One\nTwo & three"],
  ["One<p>Two</p>three", "One\nTwo\nthree"],
  ["a<br>b<br/>c", "a\nb\nc"],
  ["<ul>\n <li>x</li>\n <li>y</li>\n</ul>", "x\ny"],
  ["<script>alert(1)</script>said&nbsp;so", "said so"],
  ["We&rsquo;d &ndash; if we may &#8211; ask&hellip; AT&T", "We’d – if we may – ask… AT&T"],
  ["<section>a</section><table><tr><td>b<td>c</table><dt>d", "a\nb\nc\nd"],
  ["a<b hidden>x</b> <s>x</s><i style='text-decoration:line-through'>x</i><q>b</q>", "a “b”"],
  ["<title>x</title><video>x</video><!-- x -->a", "a"],
  ["pay < 5 & more", "pay < 5 & more"],
  [
    'I have read <a href="https://acme.example/p?a=1&amp;b=2">the <b>policy</b></a>.',
    "I have read the policy (https://acme.example/p?a=1&b=2).",
  ],
  ['<a href="https://acme.example">https://acme.example</a>', "https://acme.example/"],
  [
    `<a href="https://a.example/it's/p.">it</a>, <a href="https://a.example/?q=why?">why</a>`,
    "it (https://a.example/it%27s/p%2E), why (https://a.example/?q=why%3F)",
  ],
  [
    `<a href="https://a.example/it's/p,">https://a.example/it's/p,</a> <a href="https://a.example/p!?">a</a>`,
    "https://a.example/it%27s/p%2C a (https://a.example/p%21)",
  ],
  [
    '<a href="https://a.example/p;">a</a> <a href="https://a.example/p#b:">b</a>',
    "a (https://a.example/p%3B) b (https://a.example/p#b%3A)",
  ],
  ['<a href="javascript:alert(1)">a</a> <a href="/b">b</a> <a>c</a>', "a b c"],
])("converts %j to the text %j", (html, words) => {
  expect(plainText(html)).toBe(words);
});

test("converts HTML with too many elements, leaving out hidden text", () => {
  const html = `<p hidden>x</p><p>a &amp; b</p>${"<b>".repeat(200)}c<s>x</s>`;
  expect(plainText(html)).toBe("a & b\nc");
});

test.each(["<b>", "<div>", "<b></i>"])("truncates a long text of %s", (tag) => {
  expect(plainText(`before${tag.repeat(1_000_000)}after`)).toBe("before");
});

const PAY = '<div class="a pay b"><div>€1</div> <DIV>€2</DIV></div>';
test.each([
  [`<p>Glaze.</p>${PAY}<div>Bye.</div>`, "<p>Glaze.</p><div>Bye.</div>"],
  [`<div>${PAY}</div>`, "<div></div>"],
  ["<div>We pay.</div>", "<div>We pay.</div>"],
  ['<div class="pay"><div>', '<div class="pay"><div>'],
  ['<div class="pay"></div', '<div class="pay"></div'],
  ["No pay", "No pay"],
])("removes a div from %j", (html, rest) => {
  expect(removeDiv(html, "pay")).toBe(rest);
});
