import type { Page } from "playwright/test";
import { findAxeViolations, type AxeRules } from "../support/axe";
import type { ScreenState, StateWay } from "../support/states/scene";
import { isLong } from "../support/size";
import { expect } from "../support/states/reach";
import { readAccessiblePage } from "./accessible-page";
import { findSidewaysScroll, spaceText, findSmallTargets, findBrokenText } from "./layout";
import { readStoredTree, storeTree } from "./trees";

const soft = expect.configure({ soft: true });

/** Delay before the update stores a page's tree, in ms. */
const SETTLE_MS = 2000;

export async function expectTree(page: Page, way: StateWay, state: ScreenState) {
  await soft.poll(() => readAccessiblePage(page)).toBe(readStoredTree(state, way));
}

export async function updateTree(page: Page, way: StateWay, state: ScreenState) {
  await page.waitForTimeout(SETTLE_MS);
  storeTree(state, way, await readAccessiblePage(page));
}

/** Runs checks and expects them not to change the page's text. */
export async function expectUnchangedBy(page: Page, runChecks: () => Promise<void>) {
  const readText = () => page.locator("body").evaluate((body) => body.textContent);
  const before = await readText();
  await runChecks();
  soft(await readText(), "the page stays in its state").toBe(before);
}

const NARROW = { width: 360, height: 800 };
const WIDE = { width: 1280, height: 800 };

/** Runs axe on a narrow screen and, in the long tier, on a wide one. Runs only axe's colour rules in dark colours. */
export async function expectAccessible(page: Page, way: StateWay, state: ScreenState) {
  const expectNoViolations = async (name: string, rules?: AxeRules) =>
    soft(await findAxeViolations(page, way, { ...state, rules }), `axe, ${name}`).toEqual([]);
  if (isLong) {
    await page.setViewportSize(WIDE);
    await expectNoViolations("wide");
  }
  await page.setViewportSize(NARROW);
  await expectNoViolations("narrow");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations("dark", "colours");
}

export async function expectContrast(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await findAxeViolations(page, "full", { rules: "colours" });
    soft(violations, `contrast, ${colorScheme}`).toEqual([]);
  }
}

/** Small screens. The width of 320 px and the height of 256 px are from WCAG 2.2, 1.4.10. */
const SMALL = [
  { width: 320, height: 568 },
  { width: 320, height: 256 },
];

/** Expects a state to fit small screens and wide text spacing, and its targets to be large enough. */
export async function expectFits(page: Page, state: ScreenState) {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    soft(await findSmallTargets(page, state), `targets at ${size.width} px`).toEqual([]);
  }
  for (const size of SMALL) {
    await page.setViewportSize(size);
    soft(
      await findSidewaysScroll(page),
      `sideways scrolling in a window ${size.height} px high`,
    ).toEqual([]);
  }
  await spaceText(page);
  for (const size of [...SMALL.slice(0, 1), NARROW, WIDE]) {
    await page.setViewportSize(size);
    soft(await findBrokenText(page), `spaced texts at ${size.width} px`).toEqual([]);
    soft(
      await findSidewaysScroll(page),
      `sideways scrolling with spaced texts at ${size.width} px`,
    ).toEqual([]);
  }
}
