import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SharedWork } from "./shared-work.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shared = new SharedWork();
let keys = 0;

/** Creates work that the test completes. `failed` outcomes are remembered for 2 s. */
function createWork(key = `key ${++keys}`) {
  const ends: ((outcome: string | Error) => void)[] = [];
  const background: Promise<unknown>[] = [];
  const work = vi.fn(
    () =>
      new Promise<string>((resolve, reject) =>
        ends.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))),
      ),
  );
  const options = {
    work,
    limitMs: 1000,
    ttlMs: (outcome: string) => (outcome === "failed" ? 2000 : 0),
  };
  return {
    key,
    work,
    run: () => shared.run(key, options, (promise) => void background.push(promise)),
    end: async (outcome: string | Error, index = ends.length - 1) => {
      ends[index]?.(outcome);
      await Promise.all(background);
    },
  };
}

test("joins running work, and starts it again after it has ended", async () => {
  const { run, end, work } = createWork();
  const both = [run(), run()];
  await end("done");
  expect(await Promise.all(both)).toEqual(["done", "done"]);
  expect(work).toHaveBeenCalledOnce();
  void run();
  expect(work).toHaveBeenCalledTimes(2);
});

test("remembers a failure for `ttlMs`", async () => {
  const { run, end, work, key } = createWork();
  void run();
  await end("failed");
  vi.advanceTimersByTime(1999);
  expect(shared.isNew(key)).toBe(false);
  expect(await run()).toBe("failed");
  vi.advanceTimersByTime(1);
  expect(shared.isNew(key)).toBe(true);
  void run();
  expect(work).toHaveBeenCalledTimes(2);
});

test("does not remember a rejection", async () => {
  const { run, end, key } = createWork();
  const failing = run();
  await Promise.all([expect(failing).rejects.toThrow("failed"), end(new Error("failed"))]);
  expect(shared.isNew(key)).toBe(true);
});

test("does not join work past its limit, and ignores its late outcome", async () => {
  const { run, end, work } = createWork();
  void run();
  vi.advanceTimersByTime(1000);
  const next = run();
  expect(work).toHaveBeenCalledTimes(2);
  await Promise.race([end("failed", 0), Promise.resolve()]);
  const joined = run();
  expect(work).toHaveBeenCalledTimes(2);
  await end("done", 1);
  expect(await Promise.all([next, joined])).toEqual(["done", "done"]);
});

test("neither joins nor remembers work that began before `clear`", async () => {
  const { run, end, work, key } = createWork();
  void run();
  shared.clear();
  expect(shared.isNew(key)).toBe(true);
  await end("failed");
  expect(shared.isNew(key)).toBe(true);
  void run();
  expect(work).toHaveBeenCalledTimes(2);
});
