import { describe, expect, test } from "vitest";
import { changes, screen, span, sparkline } from "./screen.mjs";

const AT = Date.UTC(2026, 10, 23, 9, 30);

/** @param {Partial<import("./screen.mjs").Health>} [changes] @returns {import("./screen.mjs").Health} */
const healthy = (changes = {}) => ({
  status: "ok",
  version: null,
  platform: { isReachable: true, ms: 12 },
  applications: { waiting: 0, failed: 0, unconfirmed: 0, oldestWaiting: null, missing: [] },
  isolate: { since: null, answers: {}, pages: {} },
  ...changes,
});

const away = { isReachable: false, ms: 10_000, kind: "timeout", status: null };

describe("sparkline", () => {
  test.each([
    [[], ""],
    [[0, 0], "▁▁"],
    [[0, 5, 10], "▁▅█"],
    [[1, undefined, 1], "█ █"],
  ])("%j", (values, bars) => {
    expect(sparkline(values)).toBe(bars);
  });
});

test.each([
  [-1, "0 seconds"],
  [999, "0 seconds"],
  [1000, "1 second"],
  [59_999, "59 seconds"],
  [60_000, "1 minute"],
  [7_199_999, "1 hour"],
  [172_800_000, "2 days"],
])("%d ms are %s", (ms, words) => {
  expect(span(ms)).toBe(words);
});

test("a platform that goes away and comes back is told once each, with its time", () => {
  const said = changes(
    [
      healthy(),
      healthy(),
      healthy({ platform: away }),
      healthy({ platform: away }),
      undefined,
      healthy(),
    ].map((health, index) => ({
      at: AT + index * 5000,
      ms: 20,
      ...(health ? { health } : { fault: "connection refused" }),
    })),
  );
  expect(said).toEqual([
    "09:30:00 UTC  all is well",
    "09:30:10 UTC  the platform does not answer as it should: timeout",
    "09:30:20 UTC  the site does not answer: connection refused",
    "09:30:25 UTC  all is well",
  ]);
});

test("the last ten changes are told, also of a part of the index that does not answer", () => {
  const applications = { ...healthy().applications, missing: ["undelivered-a"] };
  const said = changes(
    Array.from({ length: 13 }, (_, index) => ({
      at: AT + index * 1000,
      ms: 20,
      health: index % 2 === 0 ? healthy() : healthy({ applications }),
    })),
  );
  expect(said).toHaveLength(10);
  expect(said.slice(-2)).toEqual([
    "09:30:11 UTC  a part of the index does not answer",
    "09:30:12 UTC  all is well",
  ]);
});

test("the screen says what waits, for how long, and what the pages came from", () => {
  const readings = [0, 2].map((waiting, index) => ({
    at: AT + index * 5000,
    ms: 10 + index * 10,
    health: healthy({
      version: "8c1f",
      applications: {
        waiting,
        failed: 1,
        unconfirmed: 3,
        delivered: { hour: 8 - 4 * waiting, day: 120 },
        oldestWaiting: waiting === 0 ? null : new Date(AT - 240_000).toISOString(),
        missing: [],
      },
      isolate: { since: null, answers: { "4xx": 3, "2xx": 10 }, pages: { hit: 3, "fwd=miss": 1 } },
    }),
  }));
  expect(screen("https://jobs.example", readings).split("\n")).toEqual([
    "https://jobs.example   09:30:05 UTC",
    "",
    "site      answers in 20 ms                               ▅█",
    "platform  answers in 12 ms                               ██",
    "waiting   2, the oldest for 4 minutes                    ▁█",
    "failed    1, unconfirmed 3                               ██",
    "delivered 0 in an hour, 120 in a day                     █▁",
    "pages     75 % of 4 pages were kept ones by the isolate that answered",
    "answers   2xx 10, 4xx 3",
    "version   8c1f",
    "",
    "09:30:00 UTC  all is well",
  ]);
});

test("a site that does not answer is told with its reason, and what does not answer is not counted", () => {
  expect(screen("https://jobs.example", [{ at: AT, ms: 3, fault: "HTTP 500" }])).toBe(
    [
      "https://jobs.example   09:30:00 UTC",
      "",
      "site      no answer: HTTP 500",
      "",
      "09:30:00 UTC  the site does not answer: HTTP 500",
    ].join("\n"),
  );
  const applications = { ...healthy().applications, missing: ["undelivered-a"] };
  const shown = screen("https://jobs.example", [
    { at: AT, ms: 3, health: healthy({ applications, platform: away }) },
  ]);
  expect(shown).toContain("0; undelivered-a not counted");
  expect(shown).toContain("does not: timeout");
});
