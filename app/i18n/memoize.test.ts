import { expect, test, vi } from "vitest";
import { memoize } from "./memoize";

test("calls the function once for the same arguments", () => {
  const make = vi.fn((text: string, count?: number) => ({ text, count }));
  const memoized = memoize(10, make);
  expect(memoized("a", 1)).toBe(memoized("a", 1));
  expect(memoized("a")).toEqual({ text: "a", count: undefined });
  expect(memoized("a,1")).toEqual({ text: "a,1", count: undefined });
  expect(make).toHaveBeenCalledTimes(3);
});

test("caches up to the maximum number of results", () => {
  const make = vi.fn((text: string) => text);
  const memoized = memoize(2, make);
  for (const text of ["a", "b", "c", "c", "a"]) memoized(text);
  expect(make.mock.calls.flat()).toEqual(["a", "b", "c", "a"]);
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
