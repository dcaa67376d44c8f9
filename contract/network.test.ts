import { expect, test } from "vitest";
import { getNetwork } from "./network";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["::ffff:1:203.0.113.7", "0:0:0:0"],
  ["an address", "an address"],
  ["1:2", "1:2"],
  ["", ""],
])("getNetwork(%j) returns %j", (address, network) => {
  expect(getNetwork(address)).toBe(network);
});
