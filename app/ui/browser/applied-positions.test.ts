import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetApplied, hasApplied, rememberApplied } from "./applied-positions";

let store: Map<string, string>;

beforeEach(() => {
  store = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("stores each position once in a JSON list [3.26, 4.05, 9.08]", () => {
  expect(hasApplied("a")).toBe(false);
  rememberApplied("a");
  rememberApplied("b");
  rememberApplied("a");
  expect(hasApplied("a")).toBe(true);
  expect(store.get("appliedPositions")).toBe('["a","b"]');
});

test("ignores the case of uuids", () => {
  store.set("appliedPositions", '["0A1B-C","b"]');
  expect(hasApplied("0a1b-c")).toBe(true);
  expect(hasApplied("B")).toBe(true);
  rememberApplied("0a1b-c");
  // A write would make other tabs write the list again.
  expect(store.get("appliedPositions")).toBe('["0A1B-C","b"]');
  forgetApplied("0A1b-C");
  expect(store.get("appliedPositions")).toBe('["b"]');
});

test.each(["not json", "{}", "null", "[1,null]", '"a"'])(
  "treats the invalid list %s as empty and replaces it",
  (broken) => {
    store.set("appliedPositions", broken);
    expect(hasApplied("a")).toBe(false);
    rememberApplied("a");
    expect(store.get("appliedPositions")).toBe('["a"]');
  },
);

test("ignores storage errors", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  expect(() => rememberApplied("a")).not.toThrow();
  expect(hasApplied("a")).toBe(false);
});
