import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { size } from "../support/size";
import { WorkerPool } from "./worker-pool";

/** How many schedules `npm run test:all` and `npm run test:long` run. */
const MOST = size(20_000, 1_000_000);
/** Schedules per test, so that a report shows progress. */
const AT_ONCE = size(2000, 20_000);

const timeout = 7_200_000;

/** Splits a range of seeds into one range per test. */
const ranges = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from + 1) / AT_ONCE) }, (_, place) => {
    const first = from + place * AT_ONCE;
    return { first, last: Math.min(first + AT_ONCE - 1, to) };
  });

describe("random schedules", () => {
  let crew: WorkerPool;
  beforeAll(async () => {
    crew = await WorkerPool.start();
  });
  afterAll(() => crew.stop());

  // `npm test` runs the first 2,000.
  test.each(ranges(2001, MOST))(
    "$first to $last break no invariant",
    { timeout },
    async (range) => {
      expect(await crew.findFailures(range.first, range.last)).toEqual([]);
    },
  );
});
