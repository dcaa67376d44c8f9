import { afterEach, expect } from "vitest";

/** A `console.error` fails the test, unless the test expects it and so spies on it. */
const said: unknown[][] = [];

console.error = (...words: unknown[]) => {
  said.push(words);
};

afterEach(() => {
  expect(said.splice(0)).toEqual([]);
});
