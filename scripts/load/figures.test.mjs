import { describe, expect, test } from "vitest";
import { byKind, fate, figuresOf, quantile, size, summary } from "./figures.mjs";

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

test.each([
  [0, "0.0 KB"],
  [1500, "1.5 KB"],
  [2_500_000, "2.5 MB"],
])("%d bytes are %s", (bytes, words) => {
  expect(size(bytes)).toBe(words);
});

test("the summary has a line for each kind, and says what became of the applications", () => {
  const lines = summary({
    url: "http://127.0.0.1:1",
    seconds: 2,
    kinds: byKind([sample({ ms: 12, down: 9000 }), sample({ kind: "search", status: 429 })], 2),
    applications: fate({ sent: 1, received: ["a"], arrived: ["a"] }),
    cpuMs: { position: 0.321 },
  }).split("\n");
  expect(lines[0]).toBe("http://127.0.0.1:1, 2.0 s");
  expect(lines[3]).toMatch(
    /^position +1 +0\.5 +12 ms +12 ms +12 ms +0\.32 +0\.0 KB +9\.0 KB +200 × 1$/,
  );
  expect(lines[4]).toMatch(/^search .* - .*429 × 1$/);
  expect(lines.at(-1)).toBe("applications: 1 sent, 1 receipts, 1 arrived; 0 lost, 0 twice");
});
