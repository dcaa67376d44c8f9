import { expect, test } from "vitest";
import { findWords, sampleTrees } from "~/tests/support/hidden-trees";
import { longTimeout } from "~/tests/support/arbitraries";
import { size } from "~/tests/support/size";
import { extractText } from "~/contract/html/text";
import { renderMarkdown, sanitizeHtml } from "./company-html.server";
import { isMarkdownWithinBounds } from "./text-bounds.server";

test(
  "keeps the visible words of random HTML, in order, and removes hidden words",
  longTimeout,
  () => {
    const trees = sampleTrees(size(500, 20_000));
    for (const { html, visible } of trees)
      expect(findWords(sanitizeHtml(html)), html).toEqual(visible);
    expect(trees.flatMap(({ hidden }) => hidden).length).toBeGreaterThan(trees.length);
    expect(trees.flatMap(({ visible }) => visible).length).toBeGreaterThan(trees.length);
  },
);

test("keeps the visible words of Markdown, and of HTML over the limits", longTimeout, () => {
  for (const { html, visible } of sampleTrees(size(100, 2000))) {
    if (isMarkdownWithinBounds(html))
      expect(findWords(renderMarkdown(html)), html).toEqual(visible);
    const text = findWords(extractText(html.replaceAll("text-decoration:line-through", "")));
    expect(text, html).toEqual(visible);
  }
});
