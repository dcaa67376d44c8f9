import { expect } from "vitest";

/** How many times larger the larger input is. */
const TIMES = 8;

/** Work that grows with the square costs 64 times as much, linear work 8 times. */
const MOST = 24;

/**
 * Costs below this, in ms, are not compared: the clock is too coarse, and a garbage collection
 * would weigh more.
 */
const FLOOR = 4;

/** How often it is tried. The cheapest try counts, because other work can only slow one down. */
const TRIES = 6;

/**
 * Expects work on `length` characters or bytes to cost about eight times as much as on an eighth
 * of them, so that it does not grow with the square. It compares two costs, so that a slow machine
 * does not matter.
 */
export async function expectLinear(
  length: number,
  work: (length: number) => unknown,
): Promise<void> {
  let [large, small] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES; tries++) {
    large = Math.min(large, await cpuMsOf(() => work(length)));
    small = Math.min(small, await cpuMsOf(() => work(Math.ceil(length / TIMES))));
    if (large <= MOST * Math.max(small, FLOOR)) return;
  }
  expect(large / Math.max(small, FLOOR), `for ${length} against an eighth`).toBeLessThanOrEqual(
    MOST,
  );
}

/** What work costs this process in CPU time, in ms. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
