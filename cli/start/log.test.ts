import { expect, test } from "vitest";
import { isNoise } from "./log";

test.each([
  ["/404", true],
  ["/-/*/*", true],
  ["/-/*/schedule", true],
  ["/-/*/applications", true],
  ["/-/operator/schedule", true],
  ["/-/operator/applications", false],
  ["/-/applications/*", false],
  ["/*/*/*", false],
])("leaves a request to %s out of the terminal: %s", (route, isLeftOut) => {
  const line = JSON.stringify({ event: "request", method: "GET", route, status: 200 });
  expect(isNoise(line)).toBe(isLeftOut);
});
