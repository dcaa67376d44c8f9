import { expect, test } from "vitest";
import { hashNetwork, getNetwork } from "./rate-limits";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("getNetwork(%j) returns %j", (address, network) => {
  expect(getNetwork(address)).toBe(network);
});

test("hashNetwork returns a hash that depends on the network and the key", async () => {
  const one = await hashNetwork("203.0.113.7", "a key");
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(await hashNetwork("203.0.113.7", "a key")).toBe(one);
  expect(await hashNetwork("203.0.113.7", "another key")).not.toBe(one);
  expect(await hashNetwork("203.0.113.8", "a key")).not.toBe(one);
});
