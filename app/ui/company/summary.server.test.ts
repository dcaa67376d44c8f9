import { expect, test } from "vitest";
import { sanitizeHtml } from "./company-html.server";
import { summarize, summarizeHtml } from "./summary.server";

const summarizeSanitized = (html: string) => summarizeHtml(sanitizeHtml(html));

test.each([
  ["empty text", "", ""],
  [
    "short text without shortening it",
    "<p>Un puesto de <strong>verdad</strong>.</p>",
    "Un puesto de verdad.",
  ],
  ["a heading and list items on one line", "<h2>A</h2><ul><li>b</li><li>c</li></ul>", "A b c"],
  ["blocks of any kind on one line", "<section>a</section><option>b</option>c<hr>d", "a b c d"],
  ["entities as characters", "R&amp;D &lt;b&gt; &quot;x&quot; &nbsp;&euro;5", 'R&D <b> "x" €5'],
  ["a link without its title", '<a href="https://a.example" title="a > b">c</a>', "c"],
  ["text before an unclosed tag", "a<p title='", "a"],
])("summarizes %s", (_, html, summary) => {
  expect(summarizeSanitized(html)).toBe(summary);
});

test("cuts long text at a word boundary, to at most 160 characters and an ellipsis", () => {
  const text = "Buscamos a una persona que dirija el taller, ".repeat(10);
  const summary = summarizeSanitized(`<p>${text}</p>`);
  expect(summary.length).toBeLessThanOrEqual(161);
  expect(summary.length).toBeGreaterThan(140);
  const beginning = summary.slice(0, -1);
  expect(summary.endsWith("…")).toBe(true);
  expect(text.startsWith(beginning)).toBe(true);
  expect(text.slice(beginning.length)).toMatch(/^[\s,]/);
});

test("cuts a long word without splitting a character", () => {
  expect(summarize("😀".repeat(200))).toBe(`${"😀".repeat(160)}…`);
});
