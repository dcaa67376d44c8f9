import { expect, test } from "vitest";
import { hashAddress } from "./rate-limits";

test("hashAddress returns hashes that depend on the network, the block and the key", async () => {
  const first = await hashAddress("203.0.113.7", "a key");
  const hash = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
  expect(first).toEqual({ network: hash, block: hash });
  expect(await hashAddress("203.0.113.7", "a key")).toEqual(first);
  const near = await hashAddress("203.0.113.8", "a key");
  expect([near.network === first.network, near.block === first.block]).toEqual([false, true]);
  const far = await hashAddress("203.0.114.7", "a key");
  const other = await hashAddress("203.0.113.7", "another key");
  const all = [first, near, far, other].flatMap(({ network, block }) => [network, block]);
  expect(new Set(all).size).toBe(7);
});
