import { expect, test, vi } from "vitest";
import { memoize } from "./memoize";

test("calls the function once for the same arguments", () => {
  const compute = vi.fn((text: string, count?: number) => ({ text, count }));
  const memoized = memoize(10, compute);
  expect(memoized("a", 1)).toBe(memoized("a", 1));
  expect(memoized("a")).toEqual({ text: "a", count: undefined });
  expect(memoized("a,1")).toEqual({ text: "a,1", count: undefined });
  expect(compute).toHaveBeenCalledTimes(3);
});

test("caches up to the maximum number of results", () => {
  const compute = vi.fn((text: string) => text);
  const memoized = memoize(2, compute);
  for (const text of ["a", "b", "c", "c", "a"]) memoized(text);
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c", "a"]);
});

test("does not cache errors", () => {
  let tries = 0;
  const memoized = memoize(2, () => {
    tries += 1;
    if (tries === 1) throw new Error("once");
    return tries;
  });
  expect(() => memoized()).toThrow("once");
  expect(memoized()).toBe(2);
});
