import { expect, test } from "vitest";
import { kept } from "./kept";
import { faultsOf, replay, seeds } from "./run";
import { live } from "./schedule";

/** `SEED=123 npx vitest run --project simulator` replays one schedule, and prints all that happens. */
const seed = process.env.SEED;

test.runIf(seed !== undefined)("the schedule of one seed, line by line", async () => {
  const { trace, broken } = await replay(Number(seed));
  process.stdout.write(`${trace.join("\n")}\n`);
  expect(broken).toBeUndefined();
});

test.skipIf(seed !== undefined)("the same seed is the same schedule", async () => {
  for (const one of [1, 2, 3, 4, 5, ...kept.map(({ seed }) => seed)]) {
    const [first, second] = [await live(one), await live(one)];
    expect([one, second.events, second.digest]).toEqual([one, first.events, first.digest]);
  }
});

test.skipIf(seed !== undefined)(
  "the replay of a seed is the same schedule as without a trace",
  async () => {
    const [silent, told] = [await live(7), await replay(7)];
    expect(told.digest).toBe(silent.digest);
    expect(told.trace.length).toBeGreaterThan(10);
  },
);

test.skipIf(seed !== undefined)("no seed that was once a fault is one again", async () => {
  expect(await faultsOf(kept.map(({ seed }) => seed))).toEqual([]);
});

test.skipIf(seed !== undefined)("the first 2,000 schedules break no invariant", async () => {
  expect(await faultsOf(seeds(1, 2000))).toEqual([]);
});
