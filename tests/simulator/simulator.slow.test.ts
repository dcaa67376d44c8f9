import { afterAll, beforeAll, expect, test } from "vitest";
import { size } from "../support/size";
import { Crew } from "./crew";

/** How many schedules `npm run test:all` lives through, and `npm run test:long`. */
const MOST = size(20_000, 1_000_000);
/** So many are one test, so that a report says how far it came. */
const AT_ONCE = MOST / 20;

let crew: Crew;
beforeAll(async () => {
  crew = await Crew.start();
});
afterAll(() => crew.stop());

for (let last = AT_ONCE; last <= MOST; last += AT_ONCE) {
  const first = Math.max(last - AT_ONCE, 2000) + 1;
  if (first > last) continue;
  test(
    `schedules ${first} to ${last} break no invariant`,
    { timeout: size(600_000, 7_200_000) },
    async () => {
      expect(await crew.faultsOf(first, last)).toEqual([]);
    },
  );
}
