import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("a map that is full forgets all that it has, and takes the new entry", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  // One that is there already is changed in its place.
  map.set("a", 3);
  expect(Object.fromEntries(map)).toEqual({ a: 3, b: 2 });
  map.set("c", 3);
  expect([...map]).toEqual([["c", 3]]);
});
