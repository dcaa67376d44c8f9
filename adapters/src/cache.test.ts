import { expect, test } from "vitest";
import { createCache } from "./cache";

test("caches a result for `freshMs`, and shares concurrent reads", async () => {
  let now = 0;
  let reads = 0;
  const cached = createCache<number>(100, 10, () => now);
  const read = () => cached("a", () => Promise.resolve(++reads));
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  now = 99;
  expect(await read()).toBe(1);
  now = 100;
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  expect(await cached("b", () => Promise.resolve(7))).toBe(7);
});

test("does not cache a failed read", async () => {
  const cached = createCache<number>(100, 10, () => 0);
  await expect(cached("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await cached("a", () => Promise.resolve(1))).toBe(1);
});

test("drops the oldest result first", async () => {
  let reads = 0;
  const cached = createCache<number>(100, 2, () => 0);
  const read = (key: string) => cached(key, () => Promise.resolve(++reads));
  for (const key of ["a", "b", "c"]) await read(key);
  expect(await read("b")).toBe(2);
  expect(await read("a")).toBe(4);
});
