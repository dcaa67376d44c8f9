import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WorkerPool } from "./worker-pool";

const LAST_SEED = 100_000;
/** Schedules per test, so that a report shows progress. */
const SEEDS_PER_TEST = 10_000;

const timeout = 7_200_000;

const splitSeeds = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from + 1) / SEEDS_PER_TEST) }, (_, index) => {
    const first = from + index * SEEDS_PER_TEST;
    return { first, last: Math.min(first + SEEDS_PER_TEST - 1, to) };
  });

describe("random schedules", () => {
  let pool: WorkerPool;
  beforeAll(async () => {
    pool = await WorkerPool.start();
  });
  afterAll(() => pool.stop());

  // `npm test` runs the first 250 seeds.
  test.each(splitSeeds(501, LAST_SEED))(
    "break no invariant (seeds $first to $last)",
    { timeout },
    async (range) => {
      expect(await pool.findFailures(range.first, range.last)).toEqual([]);
    },
  );
});
