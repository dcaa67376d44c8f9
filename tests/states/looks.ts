import { existsSync } from "node:fs";
import type { Page } from "playwright/test";
import { axeFaults } from "../support/axe";
import { sidewaysFaults, spaceText, targetFaults, textFaults } from "../support/layout";
import type { ScreenState, StateWay } from "../support/states/scene";
import { expect } from "../support/states/stage";
import { steady } from "../support/steady";

/** Soft: a fault in one check does not stop the others. */
const soft = expect.configure({ soft: true });

/**
 * How long a tree may settle before it is written, in ms, because there is no earlier tree to wait
 * for.
 */
const SETTLES_IN = 2000;

/** How long a tree is looked at before what differs is replaced again, and in all, in ms. */
const LOOKS_FOR = 3000;
const SETTLED_IN = 45_000;

const treeOf = ({ name }: ScreenState, way: StateWay) => `${name}-${way}.aria.yml`;

/** Whether a state without scripts is read out in a way of its own. */
export const hasPlainTree = (state: ScreenState) =>
  existsSync(new URL(`trees/${treeOf(state, "plain")}`, import.meta.url));

/**
 * A state is read out as it should be, in English. Without scripts it has a tree of its own only
 * where that differs: an empty file of its name gives it one.
 *
 * After a change that was meant: npx playwright test states --update-snapshots all
 *
 * @param isWritten whether the trees are written anew
 */
export async function expectTree(page: Page, way: StateWay, state: ScreenState, isWritten = false) {
  const isOwn = way === "full" || !state.ways.includes("full") || hasPlainTree(state);
  if (isWritten && !isOwn) return;
  const name = treeOf(state, isOwn ? way : "full");
  const body = page.locator("body");
  await steady(page);
  if (isWritten) return soft(body).toMatchAriaSnapshot({ name, timeout: SETTLES_IN });
  // Scripts that wake later write times anew: what differs from run to run is replaced again.
  await soft(async () => {
    await steady(page);
    await expect(body).toMatchAriaSnapshot({ name, timeout: LOOKS_FOR });
  }).toPass({ timeout: SETTLED_IN });
}

/**
 * Checks a page in several ways. This takes a while, so the page must still be in the same state
 * at the end.
 */
export async function whileItStays(page: Page, look: () => Promise<void>) {
  const words = () => page.locator("body").evaluate((body) => body.textContent);
  const before = await words();
  await look();
  soft(await words(), "the page is still in its state").toBe(before);
}

const WIDTHS = [360, 1280];
const SCHEMES = ["light", "dark"] as const;

/** axe objects to nothing, narrow or wide, light or dark. */
export async function expectAccessible(page: Page, way: StateWay, state: ScreenState) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const faults = await axeFaults(page, way, state);
      soft(faults, `axe at ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

/** WCAG 2.2, 1.4.10: 320 px wide, and as high as a window of 1280 × 1024 is at 400 %. */
const SMALL = [
  { width: 320, height: 568 },
  { width: 320, height: 256 },
];

/** WCAG 2.2, 2.5.8, and what we promise beyond it. */
const LEAST = 24;
const PROMISED = 44;

/** A state fits small screens, wide spacing and fingers. */
export async function expectFits(page: Page, state: ScreenState) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const least of [LEAST, PROMISED]) {
      const faults = await targetFaults(page, least, state);
      soft(faults, `at ${width} px, targets of ${least} × ${least}`).toEqual([]);
    }
  }
  for (const size of SMALL) {
    await page.setViewportSize(size);
    soft(await sidewaysFaults(page), `no scrolling sideways at ${size.height} px`).toEqual([]);
  }
  await spaceText(page);
  for (const width of [...WIDTHS, 320]) {
    await page.setViewportSize({ width, height: 800 });
    soft(await textFaults(page), `spaced texts at ${width} px`).toEqual([]);
    soft(await sidewaysFaults(page), `spaced texts at ${width} px fit`).toEqual([]);
  }
}
