import { chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM_ARGS, ensureChromium } from "~/scripts/chromium.mjs";
import { findWords, sampleTrees } from "~/tests/support/hidden-trees";
import { sanitizeHtml } from "./company-html.server";

const TREES = 500;

let browser: Awaited<ReturnType<typeof chromium.launch>>;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  page = await browser.newPage();
}, 120_000);
afterAll(() => browser.close());

/** Runs in the browser: returns the visible text of each HTML string. */
function readVisibleTexts(all: string[]): string[] {
  const cache = new Map<Element, boolean>();
  const isShown = (element: Element): boolean => {
    const cached = cache.get(element);
    if (cached !== undefined) return cached;
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isClipped =
      (style.overflow !== "visible" && style.display !== "inline" && width * height === 0) ||
      style.contentVisibility === "hidden" ||
      style.clipPath === "inset(50%)" ||
      (style.position === "absolute" &&
        style.getPropertyValue("clip") === "rect(0px, 0px, 0px, 0px)");
    const { parentElement: parent } = element;
    const shown = !isClipped && Number(style.opacity) > 0 && (!parent || isShown(parent));
    cache.set(element, shown);
    return shown;
  };
  const range = document.createRange();
  const isVisible = (node: Node): boolean => {
    const element = node.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true }) || !isShown(element)) return false;
    range.selectNodeContents(node);
    const { right, width, height } = range.getBoundingClientRect();
    const { color } = getComputedStyle(element);
    return width > 0 && height > 0 && right > 0 && !/^rgba\(.* 0\)$/.test(color);
  };
  // Laying out all trees together is faster than one by one.
  const roots = all.map((html) => {
    const root = document.createElement("div");
    root.innerHTML = html;
    return document.body.appendChild(root);
  });
  return roots.map((root) => {
    let text = "";
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      if (isVisible(nodes.currentNode)) text += ` ${nodes.currentNode.nodeValue ?? ""}`;
    }
    return text;
  });
}

test("keeps exactly the words of random HTML that Chromium shows", async () => {
  const trees = sampleTrees(TREES, 1);
  const texts = await page.evaluate(
    readVisibleTexts,
    trees.map(({ html }) => html),
  );
  for (const [index, { html, visible }] of trees.entries()) {
    const shown = findWords(texts[index] ?? "");
    expect(shown, html).toEqual(visible);
    expect(findWords(sanitizeHtml(html)), html).toEqual(shown);
  }
}, 120_000);
