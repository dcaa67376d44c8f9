import { afterEach, expect } from "vitest";

/** Recorded calls of `console.error`, which fail the test. A test's own spy replaces the recorder. */
const calls: unknown[][] = [];

console.error = (...words: unknown[]) => {
  calls.push(words);
};

afterEach(() => {
  expect(calls.splice(0)).toEqual([]);
});
