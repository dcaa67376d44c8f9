import { expect, test, vi } from "vitest";
import { memoize } from "./memoize";

test("calls the function once for the same arguments", () => {
  const make = vi.fn((text: string, count?: number) => ({ text, count }));
  const remembered = memoize(10, make);
  expect(remembered("a", 1)).toBe(remembered("a", 1));
  expect(remembered("a")).toEqual({ text: "a", count: undefined });
  expect(remembered("a,1")).toEqual({ text: "a,1", count: undefined });
  expect(make).toHaveBeenCalledTimes(3);
});

test("caches up to the maximum number of results", () => {
  const make = vi.fn((text: string) => text);
  const remembered = memoize(2, make);
  for (const text of ["a", "b", "c", "c", "a"]) remembered(text);
  expect(make.mock.calls.flat()).toEqual(["a", "b", "c", "a"]);
});

test("does not cache errors", () => {
  let tries = 0;
  const remembered = memoize(2, () => {
    tries += 1;
    if (tries === 1) throw new Error("once");
    return tries;
  });
  expect(() => remembered()).toThrow("once");
  expect(remembered()).toBe(2);
});
