import { afterEach, expect } from "vitest";

/** Calls of `console.error`, which fail the test. Calls to a test's own spy aren't recorded. */
const calls: unknown[][] = [];

console.error = (...words: unknown[]) => {
  calls.push(words);
};

afterEach(() => {
  expect(calls.splice(0)).toEqual([]);
});
