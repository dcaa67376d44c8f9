import { expect, test } from "vitest";
import { PageMemory, type KeptPage } from "./page-memory.server";

const KB = 1024;
const NOWHERE = { places: { nonce: [], applicationId: [] }, sources: [] };

/** A page of a number of KB; in memory it takes one KB more. */
const pageOf = (kilobytes: number, etag = ""): KeptPage => ({
  template: { ...NOWHERE, bytes: new Uint8Array(kilobytes * KB), etag },
  ...{ clientUuid: "client", readAt: 0 },
});

/** The keys of those pages that are in a memory. Asking uses them, in this order. */
const inMemory = (memory: PageMemory, ...keys: string[]) =>
  keys.filter((key) => memory.get(key) !== undefined);

test("what was used longest ago makes room, and no more than has to", () => {
  const memory = new PageMemory(12 * KB);
  for (const key of ["a", "b", "c"]) memory.put(key, pageOf(3));
  memory.get("a");
  memory.put("d", pageOf(3));
  expect(inMemory(memory, "a", "b", "c", "d")).toEqual(["a", "c", "d"]);
  memory.put("e", pageOf(7));
  expect(inMemory(memory, "a", "c", "d", "e")).toEqual(["d", "e"]);
});

test("a page that was removed, or is drawn anew, gives its room back", () => {
  const memory = new PageMemory(8 * KB);
  for (const key of ["a", "b"]) memory.put(key, pageOf(3));
  memory.put("a", pageOf(3, "anew"));
  expect(inMemory(memory, "b", "a")).toEqual(["b", "a"]);
  expect(memory.get("a")?.template.etag).toBe("anew");
  for (const key of ["b", "gone"]) memory.remove(key);
  memory.put("c", pageOf(3));
  expect(inMemory(memory, "a", "b", "c")).toEqual(["a", "c"]);
});

test("a page that is larger than the memory is not kept, and neither is what it replaces", () => {
  const memory = new PageMemory(8 * KB);
  memory.put("a", pageOf(1));
  memory.put("b", pageOf(1));
  memory.put("b", pageOf(8));
  expect(inMemory(memory, "a", "b")).toEqual(["a"]);
  memory.remove("a");
  memory.put("b", pageOf(7));
  expect(inMemory(memory, "b")).toEqual(["b"]);
});

test("small pages do not pile up without end", () => {
  const memory = new PageMemory(10 * KB);
  const keys = Array.from({ length: 100 }, (_, index) => String(index));
  for (const key of keys) memory.put(key, pageOf(0));
  expect(inMemory(memory, ...keys)).toEqual(keys.slice(-10));
});
