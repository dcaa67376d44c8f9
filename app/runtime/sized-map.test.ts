import { expect, test } from "vitest";
import { SizedMap } from "./sized-map";

const ofBytes = (bytes: number) => "x".repeat(bytes);
const listStored = (map: SizedMap<string>, keys: string) => [...keys].filter((key) => map.get(key));
const createMap = (most: number) => new SizedMap<string>(most, (text) => text.length);

test("removes the least recently used value for a new one", () => {
  const kept = createMap(1000);
  for (const key of "abc") kept.put(key, ofBytes(300));
  kept.get("a");
  kept.put("b", ofBytes(400));
  kept.put("d", ofBytes(300));
  expect(listStored(kept, "abcd")).toEqual(["a", "b", "d"]);
});

test("does not store a value that is too large, and drops the value that it replaces", () => {
  const kept = createMap(1000);
  kept.put("a", ofBytes(400));
  kept.put("a", ofBytes(1001));
  expect(kept.get("a")).toBeUndefined();
  kept.put("b", ofBytes(1000));
  expect(kept.get("b")).toBeDefined();
});

test("frees the space of removed values", () => {
  const kept = createMap(1000);
  kept.put("a", ofBytes(600));
  kept.remove("a");
  kept.remove("a");
  kept.put("b", ofBytes(1000));
  expect(kept.get("b")).toBeDefined();
  kept.clear();
  kept.put("c", ofBytes(600));
  kept.put("d", ofBytes(400));
  expect(listStored(kept, "bcd")).toEqual(["c", "d"]);
});
