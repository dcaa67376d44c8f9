import { expect, test, vi } from "vitest";
import { webhookTimeout } from "./notifications";

test.each([
  [undefined, 10_000, false],
  ["300", 300, false],
  ["0", 10_000, true],
  ["1e9", 10_000, true],
  ["-1", 10_000, true],
])("webhookTimeout with WEBHOOK_TIMEOUT_MS %j returns %i", (set, ms, isLogged) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(webhookTimeout(set === undefined ? {} : { WEBHOOK_TIMEOUT_MS: set })).toBe(ms);
  expect(logged.mock.calls.flat().join()).toContain(isLogged ? "WEBHOOK_TIMEOUT_MS must be" : "");
  expect(logged).toHaveBeenCalledTimes(isLogged ? 1 : 0);
  logged.mockRestore();
});
