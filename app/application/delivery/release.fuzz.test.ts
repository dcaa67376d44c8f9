import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { simulate } from "../../../tests/support/asking";
import { ANSWERING, onAsk, onReport, type ReleaseSettings } from "./release";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = 1_000_000;

const settings: ReleaseSettings = {
  RELEASE_PER_SECOND: 20,
  RETRY_FIRST_MS: 2 * SECOND,
  RETRY_MOST_MS: 10 * MINUTE,
  READ_TIMEOUT_MS: 10 * SECOND,
  APPLY_TIMEOUT_MS: 30 * SECOND,
};

/** The most of these times within so many ms. */
function mostWithin(times: number[], span: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  let from = 0;
  let most = 0;
  sorted.forEach((at, index) => {
    while ((sorted[from] ?? at) <= at - span) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}

describe("10,000 waiting applications", () => {
  const COUNT = 10_000;
  const BACK_AT = 2 * HOUR;
  const backoff = 10 * MINUTE;
  /** As by chance, and the same each time. */
  const spread = (index: number, over: number) =>
    Math.floor(((index * 7919) % COUNT) * (over / COUNT));

  test.each<[string, number, Partial<Parameters<typeof simulate>[0]>]>([
    ["that all ask at one moment", 1, {}],
    ["that ask over ten minutes", backoff, {}],
    [
      "whose gate is restarted again and again",
      backoff,
      {
        restarts: Array.from({ length: 100 }, (_, index) => index * 2 * MINUTE),
      },
    ],
    [
      "whose platform takes its time",
      backoff,
      {
        platform: (now) =>
          now < BACK_AT
            ? { isAway: true, takes: 30 * SECOND }
            : { isAway: false, takes: 5 * SECOND },
      },
    ],
  ])("%s: probed by one, released at the configured rate", (_, over, changes) => {
    const { attempts, asks } = simulate({
      settings,
      backoff,
      asksAt: Array.from({ length: COUNT }, (_, index) => spread(index, over)),
      platform: (now) => ({ isAway: now < BACK_AT, takes: 200 }),
      ...changes,
    });
    const taken = attempts.filter(({ isAway }) => !isAway);
    expect(taken).toHaveLength(COUNT);

    // From the probe that is answered on.
    const [probe, ...released] = taken.sort((one, other) => one.at - other.at);
    const from = probe?.endsAt ?? Number.NaN;
    const until = released.at(-1)?.at ?? Number.NaN;
    const perSecond = (released.length / (until - from)) * SECOND;
    expect(perSecond).toBeGreaterThan(20 * 0.8);
    expect(perSecond).toBeLessThan(20 * 1.2);
    const times = released.map(({ at }) => at);
    expect(mostWithin(times, SECOND)).toBeLessThanOrEqual(2 * 20);
    expect(mostWithin(times, MINUTE)).toBeLessThanOrEqual(1.2 * 20 * 60);

    // Once it is known that the platform is away, one at a time goes there.
    const settled = attempts.filter(({ at }) => at > 2 * MINUTE && at < from);
    settled.forEach(({ at }, index) => {
      const before = settled[index - 1];
      if (before) expect(at).toBeGreaterThanOrEqual(before.endsAt);
    });
    expect(settled.length).toBeGreaterThan(2);
    expect(settled.length).toBeLessThan(BACK_AT / MINUTE + 10);
    // Nobody asks more often than there are places, but for the first time, and after a restart.
    if (!changes.restarts) {
      const later = asks.filter((at) => at > backoff + MINUTE);
      expect(mostWithin(later, MINUTE)).toBeLessThanOrEqual(1.2 * 20 * 60);
    }
  });
});

describe("whatever happens", () => {
  const event = fc.record({
    after: fc.integer({ min: 0, max: 3 * SECOND }),
    asker: fc.constantFrom("a", "b", "c", "d"),
    does: fc.constantFrom("asks", "asks", "asks", "asks at last", "found it", "missed it"),
    retryAfterMs: fc.constantFrom(0, 5 * SECOND, 1e15),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test("the rate is kept, one probes, and nobody waits for ever", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), (events) => {
        const rate = { ...settings, RELEASE_PER_SECOND: 2 };
        let now = NOW;
        let release = ANSWERING;
        const gone: number[] = [];
        for (const { after, asker, does, retryAfterMs, random } of events) {
          now += after;
          if (does.startsWith("asks")) {
            const { platform } = release;
            const told = onAsk(release, { asker, isLast: does === "asks at last" }, rate, now);
            release = told.release;
            expect(told.wait).toBeGreaterThanOrEqual(0);
            expect(Number.isInteger(told.wait)).toBe(true);
            expect(told.wait).toBeLessThanOrEqual(1.25 * HOUR + events.length * 500);
            if (told.wait > 0) continue;
            const isProbe = platform.is === "away" && platform.probeAt <= now;
            if (!isProbe) gone.push(now);
            if (platform.is === "away" && does === "asks") expect(isProbe).toBe(true);
          } else {
            const isAway = does === "missed it";
            release = onReport(release, { asker, isAway, retryAfterMs }, rate, { now, random });
          }
          const { platform } = release;
          if (platform.is === "away")
            expect(platform.probeAt - now).toBeLessThanOrEqual(1.25 * HOUR);
        }
        for (const span of [1, 5, 60]) {
          expect(mostWithin(gone, span * SECOND)).toBeLessThanOrEqual(2 * (span + 1));
        }
      }),
    );
  });
});
