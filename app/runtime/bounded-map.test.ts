import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("clears a full map before a new key is added", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  // A full map still updates an existing key.
  map.set("a", 3);
  expect(Object.fromEntries(map)).toEqual({ a: 3, b: 2 });
  map.set("c", 3);
  expect([...map]).toEqual([["c", 3]]);
});
