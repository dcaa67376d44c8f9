import { chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHROMIUM_ARGS, ensureChromium } from "../../../tests/support/chromium.mjs";
import { findWords, sampleTrees } from "../../../tests/support/hidden-trees";
import { sanitizeHtml } from "./company-html.server";

const TREES = 500;

let browser: Awaited<ReturnType<typeof chromium.launch>>;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  page = await browser.newPage();
}, 120_000);
afterAll(() => browser.close());

/** Runs in the browser: returns the text of all text nodes that a person can see. */
function readVisibleText(html: string): string {
  document.body.innerHTML = html;
  const isShown = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const isClipped =
      (style.overflow !== "visible" && style.display !== "inline" && width * height === 0) ||
      style.contentVisibility === "hidden" ||
      style.clipPath === "inset(50%)" ||
      (style.position === "absolute" &&
        style.getPropertyValue("clip") === "rect(0px, 0px, 0px, 0px)");
    return (
      !isClipped &&
      Number(style.opacity) > 0 &&
      (!element.parentElement || isShown(element.parentElement))
    );
  };
  let text = "";
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { currentNode: node } = nodes;
    const element = node.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, width, height } = range.getBoundingClientRect();
    const { color } = getComputedStyle(element);
    const hasInk = width > 0 && height > 0 && right > 0 && !/^rgba\(.* 0\)$/.test(color);
    if (hasInk && isShown(element)) text += ` ${node.nodeValue ?? ""}`;
  }
  return text;
}

test("keeps exactly the words of random HTML that Chromium shows", async () => {
  for (const { html, visible } of sampleTrees(TREES)) {
    const shown = findWords(await page.evaluate(readVisibleText, html));
    expect(shown, html).toEqual(visible);
    expect(findWords(sanitizeHtml(html)), html).toEqual(shown);
  }
}, 120_000);
