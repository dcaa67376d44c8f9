import { describe, expect, test } from "vitest";
import { deliveredLately, deliveriesIn, oneMore, type Deliveries } from "./deliveries";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Noon of a day in 2026, which begins a slot. */
const NOON = Date.UTC(2026, 10, 24, 12);

/** What is stored after deliveries at these times. */
const after = (...times: number[]): Deliveries =>
  times.reduce<Deliveries>((before, now) => oneMore(before, now), { version: 1, slots: [] });

describe("deliveries", () => {
  test.each([
    ["none", [], 0, 0],
    ["now", [NOON, NOON + 1], 2, 2],
    ["50 minutes ago, in a slot of the hour", [NOON - 50 * MINUTE], 1, 1],
    ["a moment before, in the slot before", [NOON - 50 * MINUTE - 1], 0, 1],
    ["23 hours 50 minutes ago", [NOON - 24 * HOUR + 10 * MINUTE], 0, 1],
    ["a day ago", [NOON - 24 * HOUR], 0, 0],
    ["all through a day", [NOON - 12 * HOUR, NOON - 2 * HOUR, NOON - MINUTE], 1, 3],
  ])("are counted for an hour and a day: %s", (_, times, hour, day) => {
    expect(deliveredLately(after(...times), NOON)).toEqual({ hour, day });
  });

  test("count for the hour until their slot has left it", () => {
    const endOfSlot = NOON + 10 * MINUTE - 1;
    expect(deliveredLately(after(NOON - 50 * MINUTE), endOfSlot).hour).toBe(1);
    expect(deliveredLately(after(NOON - 50 * MINUTE), endOfSlot + 1).hour).toBe(0);
  });

  test("take the place of those before their day: what is stored does not grow", () => {
    const times = Array.from({ length: 4000 }, (_, at) => NOON + at * 7 * MINUTE);
    expect(after(...times).slots).toHaveLength(144);
  });

  test("are read as they were stored, through JSON or not; another build's shape is not", () => {
    const stored = after(NOON, NOON + HOUR);
    expect(deliveriesIn(structuredClone(stored))).toEqual(stored);
    expect(deliveriesIn(undefined)).toEqual(after());
    expect(deliveriesIn({ version: 2, slots: {} })).toBeUndefined();
    expect(deliveriesIn("144")).toBeUndefined();
  });
});
