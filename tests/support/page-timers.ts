import type { Page } from "playwright/test";
import { expect } from "./fixtures";

declare global {
  interface Window {
    /** The timers that the page has set: the delay in ms, and the time of the call in ms since 1970. */
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
 * Records the timers of the pages that load from now on, so that a test can wait for a timer before
 * advancing the clock. Install the clock first.
 */
export async function recordTimersOnLoad(page: Page): Promise<void> {
  await page.addInitScript(installRecorder);
}

/** Records the timers that the current page sets from now on. */
export const recordTimers = (page: Page): Promise<void> => page.evaluate(installRecorder);

/**
 * Waits until the page has set a timer with this delay, in ms.
 *
 * @returns when the page set the last such timer, in ms since 1970, by the page's clock
 */
export async function waitForTimer(page: Page, ms: number): Promise<number> {
  const find = () =>
    page.evaluate((delay) => window.timersSet?.findLast(([set]) => set === delay)?.[1] ?? 0, ms);
  await expect.poll(find, `a timer of ${ms} ms`).toBeGreaterThan(0);
  return find();
}
