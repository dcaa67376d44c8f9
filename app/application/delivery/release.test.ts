import { describe, expect, test } from "vitest";
import type { AttemptOutcome } from "./attempt-outcome";
import {
  INITIAL_RELEASE,
  shouldReportFirst,
  FAILURES_UNTIL_DOWN,
  onSlotRequest,
  onReport,
  restoreOutage,
} from "./release";
import { createReport, type PlatformDown, type Release, type ReleaseSettings } from "./release";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = 1_000_000;
const LEASE = 50 * SECOND;

const settings: ReleaseSettings = {
  ...{ RELEASE_PER_SECOND: 20, RETRY_FIRST_MS: 2 * SECOND, RETRY_MAX_MS: 10 * MINUTE },
  ...{ READ_TIMEOUT_MS: 10 * SECOND, APPLY_TIMEOUT_MS: 30 * SECOND },
};

const NO_CV: AttemptOutcome = { outcome: "file-gone", fields: ["cv"], isDamaged: true };

const down = (platform: Partial<PlatformDown> = {}): Release => ({
  ...INITIAL_RELEASE,
  platform: { status: "down", failures: 1, probeAt: NOW + 2 * SECOND, ...platform },
});

type SlotOptions = Partial<ReleaseSettings> & { now?: number; isLast?: boolean };

/** Requests `times` slots at the same time. @returns each delay and the new state */
function request(
  release: Release,
  times: number,
  { now = NOW, isLast = false, ...changes }: SlotOptions = {},
) {
  const waits: number[] = [];
  for (let receiptId = 0; receiptId < times; receiptId += 1) {
    const result = onSlotRequest(
      release,
      { receiptId: `${receiptId}`, isLast },
      { ...settings, ...changes },
      now,
    );
    release = result.release;
    waits.push(result.wait);
  }
  return { release, waits };
}

const report = (
  release: Release,
  { receiptId = "0", isDown = true, retryAfterMs = 0, now = NOW, random = 0 } = {},
) => onReport(release, { receiptId, isDown, retryAfterMs }, settings, { now, random });

describe("the release limiter after the clock has changed", () => {
  const DAY = 24 * HOUR;
  const nextWait = (before: Release, now: number) =>
    request(before, 1, { now }).waits[0] ?? Infinity;

  test.each([-DAY, -1, 1, DAY])("keeps the rate if the clock moves by %d ms", (ms) => {
    const { release } = request(INITIAL_RELEASE, 24);
    const wait = nextWait(release, NOW + ms);
    expect(wait).toBeLessThanOrEqual(250);
    if (ms < 0) expect(wait).toBeGreaterThan(0);
  });

  test.each([-DAY, DAY])(
    "probes on schedule if the clock moves by %d ms during an outage",
    (ms) => {
      const { release } = request(down({ probeAt: NOW + MINUTE }), 1);
      const next = request(release, 1, { now: NOW + ms });
      expect(next.waits[0]).toBeLessThanOrEqual(MINUTE + SECOND);
      expect(nextWait(next.release, NOW + ms + MINUTE)).toBe(0);
    },
  );

  test("probes within five minutes if the clock was set back while the limiter was unloaded", () => {
    const { platform } = down({ probeAt: NOW + DAY });
    const restored = restoreOutage(platform as PlatformDown, NOW);
    expect(nextWait(restored, NOW + 5 * MINUTE)).toBe(0);
  });
});

describe("the release limiter while the platform is up", () => {
  test("starts with a one-second burst and continues at the configured rate", () => {
    const { waits } = request(INITIAL_RELEASE, 24);
    expect(waits).toEqual([...Array<number>(20).fill(0), 50, 100, 150, 200]);
  });

  test("releases an application when its delay is over", () => {
    const { release } = request(INITIAL_RELEASE, 21);
    expect(request(release, 2, { now: NOW + 50 }).waits).toEqual([0, 50]);
    expect(request(release, 2, { now: NOW + 49 }).waits).toEqual([51, 101]);
  });

  test("releases at most a one-second burst after an idle hour", () => {
    const { release } = request(INITIAL_RELEASE, 1);
    const { waits } = request(release, 22, { now: NOW + HOUR });
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
  });

  test.each([
    [1, [0, 1000, 2000]],
    [0.5, [0, 2000, 4000]],
    [4, [0, 0, 0, 0, 250, 500]],
  ])("supports a rate of %d per second", (RELEASE_PER_SECOND, waits) => {
    expect(request(INITIAL_RELEASE, waits.length, { RELEASE_PER_SECOND }).waits).toEqual(waits);
  });

  /** Reports `times` failed attempts in a row. */
  const reportFailures = (release: Release, times: number) =>
    Array.from({ length: times }).reduce<Release>((known) => report(known), release);

  test("continues after occasional failures", () => {
    const nearly = reportFailures(INITIAL_RELEASE, FAILURES_UNTIL_DOWN - 1);
    expect(request(nearly, 1).waits).toEqual([0]);
    const recovered = report(nearly, { isDown: false });
    expect(recovered).toEqual(INITIAL_RELEASE);
    expect(report(INITIAL_RELEASE, { isDown: false })).toBe(INITIAL_RELEASE);
    expect(reportFailures(recovered, FAILURES_UNTIL_DOWN - 1).platform.status).toBe("up");
  });

  test("counts the platform as down after ten failures in a row", () => {
    const { platform } = reportFailures(INITIAL_RELEASE, 10);
    expect(platform).toEqual({ status: "down", failures: 1, probeAt: NOW + 2 * SECOND });
  });
});

describe("the release limiter while the platform is down", () => {
  test("releases only the next probe when it is due", () => {
    const { release, waits } = request(down(), 3);
    expect(waits).toEqual([2050, 2100, 2150]);
    const probing = request(release, 3, { now: NOW + 2 * SECOND });
    const probe = { prober: "0", probeAt: NOW + 2 * SECOND + LEASE };
    expect(probing.release.platform).toEqual({ status: "down", failures: 1, ...probe });
    expect(probing.waits).toEqual([0, 1050, 1100]);
  });

  test("delays a prober that repeats its request during its probe", () => {
    const probing = request(down({ probeAt: NOW }), 1).release;
    expect(request(probing, 1, { now: NOW + LEASE - 1 }).waits).toEqual([1050]);
  });

  test("lets another application probe after a probe times out", () => {
    const probing = request(down({ probeAt: NOW }), 1).release;
    const result = onSlotRequest(
      probing,
      { receiptId: "other", isLast: false },
      settings,
      NOW + LEASE,
    );
    expect(result.wait).toBe(0);
    expect(result.release.platform).toMatchObject({ prober: "other", probeAt: NOW + 2 * LEASE });
  });

  test.each([
    [1, 4 * SECOND],
    [2, 8 * SECOND],
    [4, 32 * SECOND],
    [5, MINUTE],
    [400, MINUTE],
  ])("after %i failures, another failure delays the next probe by %i ms", (failures, wait) => {
    const { platform } = report(down({ failures, prober: "0" }));
    expect(platform).toEqual({ status: "down", failures: failures + 1, probeAt: NOW + wait });
  });

  test("delays a probe by at most RETRY_MAX_MS", () => {
    const fast = { ...settings, RETRY_MAX_MS: 400, RETRY_FIRST_MS: 100 };
    const failed = { receiptId: "0", isDown: true };
    const probing = down({ failures: 5, prober: "0" });
    const { platform } = onReport(probing, failed, fast, { now: NOW, random: 0 });
    expect(platform).toMatchObject({ probeAt: NOW + 400 });
  });

  test.each([
    ["the Retry-After", 4 * MINUTE, 0, 4 * MINUTE],
    ["the Retry-After plus 25% jitter", 4 * MINUTE, 1, 5 * MINUTE],
    ["at most five minutes for a Retry-After of an hour", HOUR, 0, 5 * MINUTE],
    ["at most five minutes plus 25% jitter", 1e15, 1, 6.25 * MINUTE],
    ["at least the normal delay", 1, 1, 4 * SECOND],
  ])("delays the next probe by %s", (_, retryAfterMs, random, wait) => {
    const { platform } = report(down({ prober: "0" }), { retryAfterMs, random });
    expect(platform).toMatchObject({ probeAt: NOW + wait });
  });

  test("ignores a failure of an application that is not the prober", () => {
    for (const prober of [undefined, "0"]) {
      const release = down({ prober });
      expect(report(release, { receiptId: "other", retryAfterMs: HOUR })).toBe(release);
    }
  });

  test.each(["0", "other"])(
    "counts the platform as up after a success of application %s",
    (receiptId) => {
      const { release } = request(down({ failures: 9, prober: "0" }), 5);
      const open = report(release, { receiptId, isDown: false });
      expect(open).toEqual({ ...release, platform: INITIAL_RELEASE.platform });
      expect(request(open, 1).waits).toEqual([0]);
    },
  );

  test("releases last attempts at the normal rate or as the next probe", () => {
    const { waits } = request(down(), 22, { isLast: true });
    expect(waits).toEqual([...Array<number>(20).fill(0), 50, 100]);
    const due = request(down({ probeAt: NOW }), 1, { isLast: true });
    expect(due.release.platform).toMatchObject({ prober: "0" });
  });
});

test("lets the next application probe if the prober did not call the platform", () => {
  const { release } = request(down({ failures: 9, prober: "0", probeAt: NOW + LEASE }), 1);
  for (const receiptId of ["0", "other"]) {
    const next = onReport(release, createReport(receiptId, NO_CV), settings, {
      now: NOW,
      random: 0,
    });
    expect(request(next, 2).waits.map((wait) => wait === 0)).toEqual([receiptId === "0", false]);
    expect(next.platform).toMatchObject({ status: "down", failures: 9 });
  }
  expect(onReport(INITIAL_RELEASE, { receiptId: "0" }, settings, { now: NOW, random: 0 })).toBe(
    INITIAL_RELEASE,
  );
});

test.each<[string, AttemptOutcome, boolean]>([
  ["0a", { outcome: "accepted" }, true],
  ["3f", { outcome: "already-applied" }, true],
  ["3f", { outcome: "refused", status: 422 }, true],
  ["4f", { outcome: "accepted" }, false],
  ["0a", { outcome: "unreachable", status: 503 }, false],
  ["0a", NO_CV, false],
])(
  "for receipt id %s and outcome %j, shouldReportFirst returns %s",
  (receiptId, outcome, isReported) => {
    expect(shouldReportFirst(createReport(receiptId, outcome))).toBe(isReported);
  },
);

describe("createReport", () => {
  const unreachable = (status?: number): AttemptOutcome =>
    status === undefined ? { outcome: "unreachable" } : { outcome: "unreachable", status };
  const refused = (status: number): AttemptOutcome => ({ outcome: "refused", status });

  test.each<[string, AttemptOutcome]>([
    ["no response", unreachable()],
    ["an HTML page", unreachable(200)],
    ["a 500 with a message", refused(500)],
    ...[301, 401, 408, 421, 423, 425, 429, 500, 599].map((status): [string, AttemptOutcome] => [
      `a ${status} without a message`,
      unreachable(status),
    ]),
  ])("reports the platform as down after %s", (_, outcome) => {
    expect(createReport("0", outcome)).toEqual({ receiptId: "0", isDown: true });
  });

  test.each<[string, AttemptOutcome]>([
    ["a success", { outcome: "accepted" }],
    ["a 409", { outcome: "already-applied" }],
    ["a 403", unreachable(403)],
    ["a 404", unreachable(404)],
    ["a 405", unreachable(405)],
    ["a 400", refused(400)],
    ["a 422", refused(422)],
  ])("reports the platform as up after %s", (_, outcome) => {
    expect(createReport("0", outcome)).toEqual({ receiptId: "0", isDown: false });
  });

  test("includes the Retry-After", () => {
    const outcome: AttemptOutcome = { outcome: "unreachable", status: 429, retryAfterMs: 7000 };
    expect(createReport("0", outcome)).toEqual({
      receiptId: "0",
      isDown: true,
      retryAfterMs: 7000,
    });
  });
});
