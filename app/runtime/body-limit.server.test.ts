import { expect, test } from "vitest";
import { exceedsReadLimit } from "./body-limit.server";

const MB = 1024 ** 2;

test.each([
  ["a form with a large CV", String(30 * MB), false],
  ["100 MB", String(100 * MB), false],
  ["a byte over 100 MB", String(100 * MB + 1), true],
  ["a body of unknown length", undefined, false],
  ["a malformed length", "long", false],
])("for %s (%j), exceedsReadLimit returns %s", (_, length, isRefused) => {
  const headers = new Headers(length === undefined ? {} : { "Content-Length": length });
  const request = new Request("https://site.example/", { method: "POST", headers });
  expect(exceedsReadLimit(request)).toBe(isRefused);
});
