import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keyFault } from "./api-key.mjs";

test.each([
  ["", false],
  ["secret", false],
  ["a".repeat(31), false],
  [` ${"a".repeat(31)} `, false],
  ["a".repeat(32), true],
])("%j may be deployed as an API key: %s", (key, may) => {
  expect(keyFault(key) === undefined).toBe(may);
});

test("the embedded platform has no address of its own", () => {
  const toml = readFileSync("platform/wrangler.toml", "utf8");
  expect(toml).toMatch(/^workers_dev = false$/m);
  expect(toml).toMatch(/^preview_urls = false$/m);
});
