import { expect, test } from "vitest";
import { PageMemory, type KeptPage } from "./page-memory.server";

const KB = 1024;

/** A page of a number of KB; in memory it takes one KB more. */
const pageOf = (kilobytes: number, etag = ""): KeptPage => ({
  template: {
    bytes: new Uint8Array(kilobytes * KB),
    places: { nonce: [], applicationId: [] },
    sources: [],
    etag,
  },
  clientUuid: "client",
  readAt: 0,
});

/** The keys of those pages that are in a memory. Asking uses them, in this order. */
const inMemory = (memory: PageMemory, ...keys: string[]) =>
  keys.filter((key) => memory.get(key) !== undefined);

test("a page is found again until it is removed", () => {
  const memory = new PageMemory(10 * KB);
  const page = pageOf(1);
  memory.put("a", page);
  expect(memory.get("a")).toBe(page);
  expect(memory.get("b")).toBeUndefined();
  memory.remove("b");
  memory.remove("a");
  expect(memory.get("a")).toBeUndefined();
});

test("what was used longest ago makes room", () => {
  const memory = new PageMemory(12 * KB);
  for (const key of ["a", "b", "c"]) memory.put(key, pageOf(3));
  memory.get("a");
  memory.put("d", pageOf(3));
  expect(inMemory(memory, "a", "b", "c", "d")).toEqual(["a", "c", "d"]);
});

test("no more makes room than has to", () => {
  const memory = new PageMemory(12 * KB);
  for (const key of ["a", "b", "c"]) memory.put(key, pageOf(3));
  memory.put("d", pageOf(7));
  expect(inMemory(memory, "a", "b", "c", "d")).toEqual(["c", "d"]);
});

test("a page that was drawn anew takes the old one's place, and no more room", () => {
  const memory = new PageMemory(8 * KB);
  memory.put("a", pageOf(3));
  memory.put("b", pageOf(3));
  const anew = pageOf(3, "anew");
  memory.put("a", anew);
  expect(inMemory(memory, "a", "b")).toEqual(["a", "b"]);
  expect(memory.get("a")).toBe(anew);
});

test("a page that was removed gives its room back", () => {
  const memory = new PageMemory(8 * KB);
  memory.put("a", pageOf(3));
  memory.put("b", pageOf(3));
  memory.remove("b");
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
