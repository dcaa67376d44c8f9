import { afterEach, expect, test, vi } from "vitest";
import { PlatformError } from "../platform/errors";
import { failureStatus } from "./platform-failure.server";

const consoleError = vi.spyOn(console, "error").mockReturnValue();

afterEach(() => void consoleError.mockClear());

test.each([
  ["not-found", 404, false],
  ["closed", 410, false],
  ["gone", 410, false],
  ["unavailable", 503, false],
  ["timeout", 504, true],
  ["unreachable", 502, true],
  ["contract", 502, true],
] as const)(
  "failureStatus returns the status for the kind `%s`: %i (error logged: %s)",
  (kind, status, isLogged) => {
    expect(failureStatus(new PlatformError({ kind, message: "GET /a failed" }))).toBe(status);
    expect(consoleError.mock.calls).toEqual(isLogged ? [["GET /a failed"]] : []);
  },
);
