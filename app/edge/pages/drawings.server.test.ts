import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawOnce, forgetDrawings } from "./drawings.server";
import type { Renewal } from "./page-decision";
import type { KeptPage } from "./page-memory.server";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  forgetDrawings();
});
afterEach(() => void vi.useRealTimers());

const work: Promise<unknown>[] = [];
const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A drawing that ends when the test says so. */
function drawing() {
  let end: (renewal: Renewal<KeptPage>) => void = () => undefined;
  const drawn = new Promise<Renewal<KeptPage>>((resolve) => (end = resolve));
  return { draw: vi.fn(() => drawn), end };
}

test("one draws, the others share it, and it goes on when the first one leaves", async () => {
  const [first, second] = [drawing(), drawing()];
  const drawings = [drawOnce("a", first.draw, waitUntil), drawOnce("a", second.draw, waitUntil)];
  expect(drawings[1]).toBe(drawings[0]);
  expect(second.draw).not.toHaveBeenCalled();
  expect(work).toEqual([drawings[0]]);
  first.end("gone");
  expect(await Promise.all(drawings)).toEqual(["gone", "gone"]);
  void drawOnce("b", second.draw, waitUntil);
  expect(second.draw).toHaveBeenCalledOnce();
});

test("one that throws has failed, and is not tried again for 2 s", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const broken = () => Promise.reject(new Error("broken"));
  expect(await drawOnce("a", broken, waitUntil)).toBe("failed");
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
  const next = drawing();
  pass(1999);
  expect(await drawOnce("a", next.draw, waitUntil)).toBe("failed");
  expect(next.draw).not.toHaveBeenCalled();
  pass(1);
  void drawOnce("a", next.draw, waitUntil);
  expect(next.draw).toHaveBeenCalledOnce();
});

test("one that was begun before something changed is not shared after it, and fails for itself", async () => {
  const [before, after, third] = [drawing(), drawing(), drawing()];
  const old = drawOnce("a", before.draw, waitUntil);
  forgetDrawings();
  const current = drawOnce("a", after.draw, waitUntil);
  expect(after.draw).toHaveBeenCalledOnce();
  before.end("failed");
  expect(await old).toBe("failed");
  expect(drawOnce("a", third.draw, waitUntil)).toBe(current);
});
