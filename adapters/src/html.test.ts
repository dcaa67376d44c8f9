import { expect, test } from "vitest";
import { plainText, unescapeOnce } from "./html";

test.each([
  ["&lt;p&gt;R&amp;amp;D&lt;/p&gt;", "<p>R&amp;D</p>"],
  ["&quot;a&quot; &#39;b&#39; &#x41; &apos;", "\"a\" 'b' A '"],
  ["AT&T &unknown; &#0; &#99999999;", "AT&T &unknown; &#0; &#99999999;"],
])("%j is unescaped once as %j", (escaped, html) => {
  expect(unescapeOnce(escaped)).toBe(html);
});

test.each([
  ["<p>One</p><p>Two &amp; three</p>", "One\nTwo & three"],
  ["a<br>b<br/>c", "a\nb\nc"],
  ["<ul>\n <li>x</li>\n <li>y</li>\n</ul>", "x\ny"],
  ["<script>alert(1)</script>said&nbsp;so", "said so"],
])("the words of %j are %j", (html, words) => {
  expect(plainText(html)).toBe(words);
});
