import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Crew, faultsIn } from "./crew";
import { live } from "./schedule";

/** `SEED=123 npx vitest run --project simulator` replays one schedule, and prints all that happens. */
const { SEED: seed } = process.env;

/** Situations that the first 2,000 schedules meet. */
const MEETS = [
  ...["accepted", "already-applied", "broken", "file-gone", "refused", "unreachable"].map(
    (outcome) => `answer: ${outcome}`,
  ),
  ...["already-applied", "delivered", "on-its-way", "unconfirmed", "undelivered"].map(
    (status) => `receipt: ${status}`,
  ),
  ...["APPLICATIONS.wake", "APPLICATIONS.moveFile", "APPLICATIONS.enqueue", "UNDELIVERED.counts"],
  ...["an alarm is deleted", "an alarm is forgotten", "a byte flips"],
  ...["writes fail: all", "writes fail: index", "writes fail: application"],
  ...["taken with a new token", "taken with the form's token"],
  ...["an error with detail is a refusal", "a damaged file is chosen again"],
];

test.runIf(seed !== undefined)("the schedule of one seed, line by line", async () => {
  const { trace, broken } = await live(Number(seed), { isTraced: true });
  process.stdout.write(`${trace.join("\n")}\n`);
  expect(broken).toBeUndefined();
});

describe.skipIf(seed !== undefined)("schedules that seeds decide", () => {
  let crew: Crew;
  beforeAll(async () => {
    crew = await Crew.start();
  });
  afterAll(() => crew.stop());

  test("a seed is the same schedule again, alone and with a trace", async () => {
    const lives = await crew.livesOf(1, 10);
    for (const { seed, events, digest } of lives.reverse()) {
      const again = await live(seed, { isTraced: true });
      expect([seed, again.events, again.digest]).toEqual([seed, events, digest]);
      expect(again.trace.length).toBeGreaterThan(5);
    }
  });

  test("the first 2,000 break no invariant, and meet all that there is", async () => {
    const lives = await crew.livesOf(1, 2000);
    expect(faultsIn(lives)).toEqual([]);
    const met = new Set(lives.flatMap((life) => life.met));
    // A simulator that has gone blind breaks nothing either.
    expect(MEETS.filter((one) => !met.has(one))).toEqual([]);
  });
});
