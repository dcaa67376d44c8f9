import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { DeadlinePassed, createSharedDeadline, withTimeout } from "./deadline.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

test("what is done in time is handed on, and leaves no timer behind", async () => {
  await expect(withTimeout(1000, async () => "done")).resolves.toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

test("what never settles is given up when the time is up, and not before", async () => {
  const settled = vi.fn<(error: unknown) => void>();
  const work = vi.fn((_: AbortSignal) => never());
  const call = withTimeout(1000, work).catch((error: unknown) => settled(error));
  await vi.advanceTimersByTimeAsync(999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(settled).toHaveBeenCalledWith(expect.any(DeadlinePassed));
  expect(work.mock.calls[0]?.[0].aborted).toBe(true);
});

test.each(["before", "during"])("an abort %s the work rejects with its reason", async (at) => {
  const outer = new AbortController();
  if (at === "before") outer.abort(new Error("left"));
  const call = withTimeout(1000, never, outer.signal);
  if (at === "during") outer.abort(new Error("left"));
  await expect(call).rejects.toThrow("left");
  expect(vi.getTimerCount()).toBe(0);
});

test("works one after another share one deadline, which begins with the first", async () => {
  const inTime = createSharedDeadline(1000);
  await vi.advanceTimersByTimeAsync(5000);
  const call = inTime(() => new Promise((resolve) => setTimeout(resolve, 600)))
    .then(() => inTime(never))
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await call).toBeInstanceOf(DeadlinePassed);
  // What is known at once is still had.
  await expect(inTime(async () => "kept")).resolves.toBe("kept");
});
