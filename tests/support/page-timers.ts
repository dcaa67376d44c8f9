import type { Page } from "playwright/test";
import { expect } from "./fixtures";

declare global {
  interface Window {
    /** The timers that the page has set: the delay, and when it was set, in ms. */
    timersSet?: [ms: number, at: number][];
  }
}

function installRecorder() {
  const { setTimeout: begin } = globalThis;
  const set: [number, number][] = (window.timersSet = []);
  window.setTimeout = ((work: () => void, ms = 0, ...rest: unknown[]) => {
    set.push([ms, Date.now()]);
    return begin(work, ms, ...rest);
  }) as typeof window.setTimeout;
}

/**
 * Records the timers of the pages that load from now on, so that a test can wait for a timer before it
 * advances the clock. Install the clock first.
 */
export async function recordTimersOnLoad(page: Page): Promise<void> {
  await page.addInitScript(installRecorder);
}

/** The same for the current page: records the timers that it sets from now on. */
export const recordTimers = (page: Page): Promise<void> => page.evaluate(installRecorder);

/**
 * Waits until the page has set a timer with this delay, in ms.
 *
 * @returns when it set the last one, in ms since 1970, by the page's clock
 */
export async function waitForTimer(page: Page, ms: number): Promise<number> {
  const find = () =>
    page.evaluate((wanted) => window.timersSet?.findLast(([one]) => one === wanted)?.[1] ?? 0, ms);
  await expect.poll(find, `a timer of ${ms} ms`).toBeGreaterThan(0);
  return find();
}
