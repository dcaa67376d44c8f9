import type { Page } from "playwright/test";
import { findAxeViolations, type AxeRules } from "../support/axe";
import type { ScreenState, StateWay } from "../support/states/scene";
import { expect } from "../support/states/stage";
import { readAccessiblePage } from "./accessible-page";
import { findSidewaysScroll, spaceText, findSmallTargets, findBrokenText } from "./layout";
import { readStoredTree, storeTree } from "./trees";

/** Soft: a failed check doesn't stop the others. */
const soft = expect.configure({ soft: true });

/** Time for a page to settle before its tree is stored, in ms. */
const SETTLE_MS = 2000;

/** Compares what assistive technology sees, in English, with the stored tree. */
export async function expectTree(page: Page, way: StateWay, state: ScreenState) {
  await soft.poll(() => readAccessiblePage(page)).toBe(readStoredTree(state, way));
}

/** Stores what assistive technology sees. */
export async function updateTree(page: Page, way: StateWay, state: ScreenState) {
  await page.waitForTimeout(SETTLE_MS);
  storeTree(state, way, await readAccessiblePage(page));
}

/** Runs slow checks, and expects the page not to change meanwhile. */
export async function expectUnchangedBy(page: Page, look: () => Promise<void>) {
  const words = () => page.locator("body").evaluate((body) => body.textContent);
  const before = await words();
  await look();
  soft(await words(), "the page stays in its state").toBe(before);
}

const NARROW = { width: 360, height: 800 };
const WIDE = { width: 1280, height: 800 };

/** States that together show every layout for wide screens. */
const WIDE_LAYOUTS = [
  ...["career-site", "privacy", "policy-dialog", "position-fields", "form-all-errors"],
  ...["applied-delivered", "receipt-without-position", "position-not-found", "not-found"],
];

/** Expects no axe violations: light and dark, narrow and, if the layout differs there, wide. */
export async function expectAccessible(page: Page, way: StateWay, state: ScreenState) {
  const look = async (name: string, rules?: AxeRules) =>
    soft(await findAxeViolations(page, way, { ...state, rules }), `axe, ${name}`).toEqual([]);
  if (WIDE_LAYOUTS.includes(state.name)) {
    await page.setViewportSize(WIDE);
    await look("wide");
  }
  await page.setViewportSize(NARROW);
  await look("narrow");
  await page.emulateMedia({ colorScheme: "dark" });
  await look("dark", "colours");
}

/** Expects enough contrast, light and dark. */
export async function expectContrast(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await findAxeViolations(page, "full", { rules: "colours" });
    soft(violations, `contrast, ${colorScheme}`).toEqual([]);
  }
}

/** Source: WCAG 2.2, 1.4.10: 320 px wide, and the height of a 1280 × 1024 window at 400 %. */
const SMALL = [
  { width: 320, height: 568 },
  { width: 320, height: 256 },
];

/** Expects a state to work on small screens, with wide text spacing and for fingers. */
export async function expectFits(page: Page, state: ScreenState) {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    soft(await findSmallTargets(page, state), `targets at ${size.width} px`).toEqual([]);
  }
  for (const size of SMALL) {
    await page.setViewportSize(size);
    soft(await findSidewaysScroll(page), `no sideways scrolling at ${size.height} px high`).toEqual(
      [],
    );
  }
  await spaceText(page);
  for (const size of [...SMALL.slice(0, 1), NARROW, WIDE]) {
    await page.setViewportSize(size);
    soft(await findBrokenText(page), `spaced texts at ${size.width} px`).toEqual([]);
    soft(await findSidewaysScroll(page), `spaced texts at ${size.width} px fit`).toEqual([]);
  }
}
