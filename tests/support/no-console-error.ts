import { afterEach, expect } from "vitest";

/** A `console.error` fails the test, unless the test spies on it. */
const calls: unknown[][] = [];

console.error = (...words: unknown[]) => {
  calls.push(words);
};

afterEach(() => {
  expect(calls.splice(0)).toEqual([]);
});
