import { describe, expect, test } from "vitest";
import { byKind, fate, figuresOf, quantile } from "./figures.mjs";

/** @param {Partial<import("./figures.mjs").Sample>} changes @returns {import("./figures.mjs").Sample} */
const sample = (changes) => ({ kind: "position", status: 200, ms: 1, up: 0, down: 0, ...changes });

test.each([
  [[], 0.5, 0],
  [[7], 0.99, 7],
  [[3, 1, 2], 0.5, 2],
  [[4, 3, 2, 1], 0.5, 2],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.99, 99],
])("quantile of %j at %d is %d", (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});

describe("figures", () => {
  const samples = [
    sample({ ms: 10, down: 100 }),
    sample({ ms: 30, status: 304 }),
    sample({ ms: 20, status: 429 }),
    sample({ ms: 40, status: 0, fault: "ECONNRESET" }),
    sample({ kind: "application", status: 303, ms: 50, up: 2000 }),
  ];
  test("count answers by status and by fault, and what failed", () => {
    expect(figuresOf(samples.slice(0, 4), 2)).toEqual({
      requests: 4,
      perSecond: 2,
      median: 20,
      p95: 40,
      p99: 40,
      answers: { 200: 1, 304: 1, 429: 1, ECONNRESET: 1 },
      failed: 2,
      up: 0,
      down: 100,
    });
  });
  test("are by kind", () => {
    const kinds = byKind(samples, 2);
    expect(Object.keys(kinds)).toEqual(["position", "application"]);
    expect(kinds.application).toMatchObject({ requests: 1, up: 2000, failed: 0 });
  });
});

test("an application is lost when its receipt came and it is not there; twice when it is there twice", () => {
  expect(fate({ sent: 4, received: ["a", "b", "c"], arrived: ["b", "c", "c", "d"] })).toEqual({
    sent: 4,
    receipts: 3,
    arrived: 3,
    lost: 1,
    twice: 1,
  });
});
