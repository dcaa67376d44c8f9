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

test("a position is stored once in a JSON list [3.26, 4.05, 9.08]", () => {
  expect(hasApplied("a")).toBe(false);
  rememberApplied("a");
  rememberApplied("b");
  rememberApplied("a");
  expect(hasApplied("a")).toBe(true);
  expect(store.get("appliedPositions")).toBe('["a","b"]');
});

test("a uuid matches in either case", () => {
  store.set("appliedPositions", '["0A1B-C","b"]');
  expect(hasApplied("0a1b-c")).toBe(true);
  expect(hasApplied("B")).toBe(true);
  rememberApplied("0a1b-c");
  // A change would make another tab store its own list.
  expect(store.get("appliedPositions")).toBe('["0A1B-C","b"]');
  forgetApplied("0A1b-C");
  expect(store.get("appliedPositions")).toBe('["b"]');
});

test.each(["not json", "{}", "null", "[1,null]", '"a"'])(
  "an invalid list (%s) counts as empty and is replaced",
  (broken) => {
    store.set("appliedPositions", broken);
    expect(hasApplied("a")).toBe(false);
    rememberApplied("a");
    expect(store.get("appliedPositions")).toBe('["a"]');
  },
);

test("storage errors are ignored", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  expect(() => rememberApplied("a")).not.toThrow();
  expect(hasApplied("a")).toBe(false);
});
