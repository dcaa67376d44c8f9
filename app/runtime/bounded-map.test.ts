import { expect, test } from "vitest";
import { BoundedMap, SizedMap } from "./bounded-map";

test("clears a full map before a new key is added", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  // A full map still updates an existing key.
  map.set("a", 3);
  expect(Object.fromEntries(map)).toEqual({ a: 3, b: 2 });
  map.set("c", 3);
  expect([...map]).toEqual([["c", 3]]);
});

const createText = (bytes: number) => "x".repeat(bytes);
const listStored = (map: SizedMap<string>, keys: string) => [...keys].filter((key) => map.get(key));
const createMap = (maxBytes: number) => new SizedMap<string>(maxBytes, (text) => text.length);

test("removes the least recently used value to make room for a new value", () => {
  const map = createMap(1000);
  for (const key of "abc") map.put(key, createText(300));
  map.get("a");
  map.put("b", createText(400));
  map.put("d", createText(300));
  expect(listStored(map, "abcd")).toEqual(["a", "b", "d"]);
});

test("does not store a value that is too large, and drops the old value of the key", () => {
  const map = createMap(1000);
  map.put("a", createText(400));
  map.put("a", createText(1001));
  expect(map.get("a")).toBeUndefined();
  map.put("b", createText(1000));
  expect(map.get("b")).toBeDefined();
});

test("frees the space of removed values", () => {
  const map = createMap(1000);
  map.put("a", createText(600));
  map.remove("a");
  map.remove("a");
  map.put("b", createText(1000));
  expect(map.get("b")).toBeDefined();
  map.clear();
  map.put("c", createText(600));
  map.put("d", createText(400));
  expect(listStored(map, "bcd")).toEqual(["c", "d"]);
});
