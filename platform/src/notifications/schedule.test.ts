import { expect, test } from "vitest";
import { hourlyDigest, MAX_ATTEMPTS, nextAttemptAt } from "./schedule";

const NOW = Date.UTC(2026, 10, 23, 18, 5, 30);
const MINUTE = 60_000;

test("schedules retries at growing intervals for about three days", () => {
  const minutes = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, before) => {
    return (nextAttemptAt(before, NOW) - NOW) / MINUTE;
  });
  expect(minutes).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1440]);
  const days = minutes.reduce((sum, pause) => sum + pause, 0) / 60 / 24;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.5);
});

test("schedules one more run an hour after the last attempt", () => {
  expect(nextAttemptAt(MAX_ATTEMPTS - 1, NOW) - NOW).toBe(60 * MINUTE);
});

test.each([
  [Date.UTC(2026, 10, 23, 18), "2026-11-23T18", Date.UTC(2026, 10, 23, 19)],
  [NOW, "2026-11-23T18", Date.UTC(2026, 10, 23, 19)],
  [Date.UTC(2026, 11, 31, 23, 59, 59, 999), "2026-12-31T23", Date.UTC(2027, 0, 1)],
])("adds an application received at %s to the digest for hour %s", (now, hour, due) => {
  expect(hourlyDigest(now)).toEqual({ hour, due });
});
