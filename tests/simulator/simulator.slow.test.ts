import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasCommit } from "../storage/checkout.mjs";
import { BEFORE } from "../storage/present";
import { size } from "../support/size";
import { bundledOf } from "./bundle";
import { Crew } from "./crew";

/** How many schedules `npm run test:all` lives through, and `npm run test:long`. */
const MOST = size(20_000, 1_000_000);
const MOST_EXCHANGED = size(1000, 50_000);
/** So many are one test, so that a report says how far it came. */
const AT_ONCE = size(2000, 20_000);

const timeout = 7_200_000;

/** Ranges of seeds from one on. */
const ranges = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from + 1) / AT_ONCE) }, (_, place) => {
    const first = from + place * AT_ONCE;
    return { first, last: Math.min(first + AT_ONCE - 1, to) };
  });

describe("schedules that seeds decide", () => {
  let crew: Crew;
  beforeAll(async () => {
    crew = await Crew.start();
  });
  afterAll(() => crew.stop());

  // `npm test` lives through the first 2,000.
  test.each(ranges(2001, MOST))(
    "$first to $last break no invariant",
    { timeout },
    async (range) => {
      expect(await crew.faultsOf(range.first, range.last)).toEqual([]);
    },
  );
});

const isShallow = !hasCommit(BEFORE);
if (isShallow) {
  test.skip(`the build before: this clone lacks its commit ${BEFORE} (git fetch --unshallow)`);
}

describe.skipIf(isShallow)(`an object is started on this build or on ${BEFORE}:`, () => {
  let crew: Crew;
  beforeAll(async () => {
    crew = await Crew.start(await bundledOf(BEFORE));
  });
  afterAll(() => crew.stop());

  test.each(ranges(1, MOST_EXCHANGED))(
    "$first to $last break no invariant",
    { timeout },
    async (range) => {
      expect(await crew.faultsOf(range.first, range.last)).toEqual([]);
    },
  );
});
