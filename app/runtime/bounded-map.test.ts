import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("a full map is cleared before a new key is added", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  // An existing key is updated.
  map.set("a", 3);
  expect(Object.fromEntries(map)).toEqual({ a: 3, b: 2 });
  map.set("c", 3);
  expect([...map]).toEqual([["c", 3]]);
});
