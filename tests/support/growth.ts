import { expect } from "vitest";

/** How many times as much the larger work is. */
const TIMES = 8;

/** What grows by the square costs 64 times as much, what grows in step 8 times. */
const MOST = 24;

/** Below it (ms) a cost says nothing: the clock is too coarse, and one collection of garbage weighs more. */
const FLOOR = 4;

/** Tries, of which the cheapest counts: a machine is now and then slower than it is, never quicker. */
const TRIES = 6;

/**
 * Holds that what is done to `length` characters or bytes costs about eight times what an eighth of
 * them does: no input makes it grow by the square. A ratio of two costs, so no machine is too slow.
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

/** What work costs this process, in ms: what else the machine does meanwhile does not count. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
