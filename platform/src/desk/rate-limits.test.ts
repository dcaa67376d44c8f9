import { expect, test } from "vitest";
import { hashNetwork } from "./rate-limits";

test("hashNetwork returns a hash that depends on the network and the key", async () => {
  const one = await hashNetwork("203.0.113.7", "a key");
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(await hashNetwork("203.0.113.7", "a key")).toBe(one);
  expect(await hashNetwork("203.0.113.7", "another key")).not.toBe(one);
  expect(await hashNetwork("203.0.113.8", "a key")).not.toBe(one);
});
