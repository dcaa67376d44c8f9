import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("a map that is full forgets all that it has, and takes the new entry", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  expect([...map]).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  map.set("c", 3);
  expect([...map]).toEqual([["c", 3]]);
});

test("an entry that is there already is changed in its place", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3);
  expect([...map]).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
});
