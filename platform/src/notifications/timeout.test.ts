import { expect, test, vi } from "vitest";
import { webhookTimeout } from "./notifications";

test.each([
  [undefined, 10_000, false],
  ["300", 300, false],
  ["0", 10_000, true],
  ["1e9", 10_000, true],
  ["-1", 10_000, true],
])("a webhook with WEBHOOK_TIMEOUT_MS %j has %i ms to answer", (set, ms, isTold) => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(webhookTimeout(set === undefined ? {} : { WEBHOOK_TIMEOUT_MS: set })).toBe(ms);
  expect(told.mock.calls.flat().join()).toContain(isTold ? "WEBHOOK_TIMEOUT_MS is to be" : "");
  expect(told).toHaveBeenCalledTimes(isTold ? 1 : 0);
  told.mockRestore();
});
