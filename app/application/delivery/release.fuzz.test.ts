import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  INITIAL_RELEASE,
  onSlotRequest,
  onReport,
  type ReleaseSettings,
  type Release,
} from "./release";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = 1_000_000;

const settings: ReleaseSettings = {
  ...{ RELEASE_PER_SECOND: 20, RETRY_FIRST_MS: 2 * SECOND, RETRY_MAX_MS: 10 * MINUTE },
  ...{ READ_TIMEOUT_MS: 10 * SECOND, APPLY_TIMEOUT_MS: 30 * SECOND },
};

/** Returns how many of `times` fall within the busiest `span` ms. */
function mostWithin(times: number[], span: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let from = 0;
  let highest = 0;
  sorted.forEach((at, index) => {
    while ((sorted[from] ?? at) <= at - span) from += 1;
    highest = Math.max(highest, index - from + 1);
  });
  return highest;
}

describe("the release limiter with 10,000 waiting applications", () => {
  const COUNT = 10_000;
  const BACK_AT = 2 * HOUR;
  const backoff = 10 * MINUTE;
  /** Returns a pseudo-random number below `over` that is the same in each run. */
  const spread = (index: number, over: number) =>
    Math.floor(((index * 7919) % COUNT) * (over / COUNT));

  const restarts = Array.from({ length: 100 }, (_, index) => index * 2 * MINUTE);
  const slowPlatform = (now: number) => ({
    ...{ isDown: now < BACK_AT, duration: (now < BACK_AT ? 30 : 5) * SECOND },
  });

  test.each<[string, number, Partial<Parameters<typeof simulate>[0]>]>([
    ["simultaneous requests", 1, {}],
    ["requests spread over ten minutes", backoff, {}],
    ["a limiter that restarts repeatedly", backoff, { restarts }],
    ["a slow platform", backoff, { platform: slowPlatform }],
  ])("sends one probe at a time and keeps the configured rate with %s", (_, over, changes) => {
    const { attempts, requests } = simulate({
      settings,
      backoff,
      requestTimes: Array.from({ length: COUNT }, (_, index) => spread(index, over)),
      platform: (now) => ({ isDown: now < BACK_AT, duration: 200 }),
      ...changes,
    });
    const successful = attempts.filter(({ isDown }) => !isDown);
    expect(successful).toHaveLength(COUNT);

    // Measure the rate after the first successful probe.
    const [probe, ...released] = successful.sort((a, b) => a.at - b.at);
    const from = probe?.endsAt ?? Number.NaN;
    const until = released.at(-1)?.at ?? Number.NaN;
    const perSecond = (released.length / (until - from)) * SECOND;
    expect(perSecond).toBeGreaterThan(20 * 0.8);
    expect(perSecond).toBeLessThan(20 * 1.2);
    const times = released.map(({ at }) => at);
    expect(mostWithin(times, SECOND)).toBeLessThanOrEqual(2 * 20);
    expect(mostWithin(times, MINUTE)).toBeLessThanOrEqual(1.2 * 20 * 60);

    // While the platform counts as down, attempts never overlap.
    const settled = attempts.filter(({ at }) => at > 2 * MINUTE && at < from);
    settled.forEach(({ at }, index) => {
      const before = settled[index - 1];
      if (before) expect(at).toBeGreaterThanOrEqual(before.endsAt);
    });
    expect(settled.length).toBeGreaterThan(2);
    expect(settled.length).toBeLessThan(BACK_AT / MINUTE + 10);
    // Without restarts, later requests do not exceed the configured rate.
    if (!changes.restarts) {
      const later = requests.filter((time) => time > backoff + MINUTE);
      expect(mostWithin(later, MINUTE)).toBeLessThanOrEqual(1.2 * 20 * 60);
    }
  });
});

describe("the release limiter", () => {
  const event = fc.record({
    after: fc.integer({ min: 0, max: 3 * SECOND }),
    receiptId: fc.constantFrom("a", "b", "c", "d"),
    action: fc.constantFrom("request", "request", "request", "last request", "success", "failure"),
    retryAfterMs: fc.constantFrom(0, 5 * SECOND, 1e15),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test("limits the rate, the probes and the delays for any sequence of events", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), (events) => {
        const rate = { ...settings, RELEASE_PER_SECOND: 2 };
        let now = NOW;
        let release = INITIAL_RELEASE;
        const released: number[] = [];
        for (const { after, receiptId, action, retryAfterMs, random } of events) {
          now += after;
          if (action.endsWith("request")) {
            const { platform } = release;
            const result = onSlotRequest(
              release,
              { receiptId, isLast: action === "last request" },
              rate,
              now,
            );
            release = result.release;
            expect(result.wait).toBeGreaterThanOrEqual(0);
            expect(Number.isInteger(result.wait)).toBe(true);
            expect(result.wait).toBeLessThanOrEqual(1.25 * HOUR + events.length * 500);
            if (result.wait > 0) continue;
            const isProbe = platform.status === "down" && platform.probeAt <= now;
            if (!isProbe) released.push(now);
            if (platform.status === "down" && action === "request") expect(isProbe).toBe(true);
          } else {
            const isDown = action === "failure";
            release = onReport(release, { receiptId, isDown, retryAfterMs }, rate, { now, random });
          }
          const { platform } = release;
          if (platform.status === "down")
            expect(platform.probeAt - now).toBeLessThanOrEqual(1.25 * HOUR);
        }
        for (const span of [1, 5, 60]) {
          expect(mostWithin(released, span * SECOND)).toBeLessThanOrEqual(2 * (span + 1));
        }
      }),
    );
  });
});

/** Options of a simulation with a virtual clock. */
interface Simulation {
  settings: ReleaseSettings;
  /** Times of the applications' first requests, in ms. */
  requestTimes: number[];
  /** Returns the platform's response to an attempt at `now`. `duration` is in ms. */
  platform: (now: number) => { isDown: boolean; duration: number; retryAfterMs?: number };
  /** Delay after a failed attempt, in ms. */
  backoff: number;
  /** Times at which the limiter restarts and loses unstored data. */
  restarts?: number[];
}

/** Runs a simulation until each application is delivered. */
function simulate(simulation: Simulation) {
  const { settings, requestTimes, platform, backoff, restarts = [] } = simulation;
  const due = new Calendar();
  const attempts: { at: number; isDown: boolean; endsAt: number }[] = [];
  const requests: number[] = [];
  let release: Release = INITIAL_RELEASE;
  const request = (receiptId: string, now: number): void => {
    requests.push(now);
    const result = onSlotRequest(release, { receiptId, isLast: false }, settings, now);
    release = result.release;
    if (result.wait > 0) {
      due.add(now + result.wait, (then) => request(receiptId, then));
      return;
    }
    const { isDown, duration, retryAfterMs } = platform(now);
    attempts.push({ at: now, isDown, endsAt: now + duration });
    due.add(now + duration, (at) => {
      const report = { receiptId, isDown, retryAfterMs };
      release = onReport(release, report, settings, { now: at, random: 0.5 });
      if (isDown) due.add(at + backoff, (then) => request(receiptId, then));
    });
  };
  requestTimes.forEach((time, index) =>
    due.add(time, (now) => request(`application ${index}`, now)),
  );
  for (const time of restarts) {
    due.add(time, () => (release = { ...INITIAL_RELEASE, platform: release.platform }));
  }
  due.run();
  return { attempts, requests };
}

/** A binary heap of events, ordered by time. */
class Calendar {
  readonly #heap: { at: number; happen: (now: number) => void }[] = [];

  add(at: number, happen: (now: number) => void): void {
    const heap = this.#heap;
    const event = { at, happen };
    let index = heap.length;
    heap.push(event);
    for (let parent = heap[(index - 1) >> 1]; index > 0 && parent && parent.at > at;) {
      heap[index] = parent;
      index = (index - 1) >> 1;
      parent = heap[(index - 1) >> 1];
    }
    heap[index] = event;
  }

  run(): void {
    for (let next = this.#take(); next; next = this.#take()) next.happen(next.at);
  }

  #take() {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const isRight = left !== undefined && right !== undefined && right.at < left.at;
      const child = isRight ? right : left;
      if (!child || child.at >= last.at) break;
      heap[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    heap[index] = last;
    return first;
  }
}
