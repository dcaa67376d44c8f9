import { expect, test } from "vitest";
import { sanitizeHtml } from "./company-html.server";
import { summarize, summarizeHtml } from "./summary.server";

const of = (html: string) => summarizeHtml(sanitizeHtml(html));

test.each([
  ["nothing", "", ""],
  ["a short text, whole", "<p>Un puesto de <strong>verdad</strong>.</p>", "Un puesto de verdad."],
  ["paragraphs and items, on one line", "<h2>A</h2><ul><li>b</li><li>c</li></ul>", "A b c"],
  ["entities, decoded", "R&amp;D &lt;b&gt; &quot;x&quot; &nbsp;&euro;5", 'R&D <b> "x" €5'],
  ["a link's title, left out", '<a href="https://a.example" title="a > b">c</a>', "c"],
  ["a tag that was never closed", "a<p title='", "a"],
])("a summary of %s", (_, html, summary) => {
  expect(of(html)).toBe(summary);
});

test("a long text ends at a word, within 160 characters and a mark", () => {
  const text = "Buscamos a una persona que dirija el taller, ".repeat(10);
  const summary = of(`<p>${text}</p>`);
  expect(summary.length).toBeLessThanOrEqual(161);
  expect(summary.length).toBeGreaterThan(140);
  const said = summary.slice(0, -1);
  expect(summary.endsWith("…")).toBe(true);
  expect(text.startsWith(said)).toBe(true);
  expect(text.slice(said.length)).toMatch(/^[\s,]/);
});

test("no character is halved, and a word without an end is cut", () => {
  expect(summarize("😀".repeat(200))).toBe(`${"😀".repeat(160)}…`);
});
