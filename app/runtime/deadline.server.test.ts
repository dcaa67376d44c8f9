import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { DeadlinePassed, createSharedDeadline, withTimeout } from "./deadline.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

test("returns the result of work that finishes in time, and clears its timer", async () => {
  await expect(withTimeout(1000, async () => "done")).resolves.toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

test("rejects at the deadline if the work never settles", async () => {
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

test.each(["before", "during"])("rejects with the reason of an abort %s work", async (when) => {
  const outer = new AbortController();
  if (when === "before") outer.abort(new Error("left"));
  const call = withTimeout(1000, never, outer.signal);
  if (when === "during") outer.abort(new Error("left"));
  await expect(call).rejects.toThrow("left");
  expect(vi.getTimerCount()).toBe(0);
});

test("starts a shared deadline with the first work", async () => {
  const withDeadline = createSharedDeadline(1000);
  await vi.advanceTimersByTimeAsync(5000);
  const call = withDeadline(() => new Promise((resolve) => setTimeout(resolve, 600)))
    .then(() => withDeadline(never))
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await call).toBeInstanceOf(DeadlinePassed);
  // Work that settles immediately succeeds even after the deadline.
  await expect(withDeadline(async () => "cached")).resolves.toBe("cached");
});
