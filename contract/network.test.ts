import { expect, test } from "vitest";
import { getBlock, getNetwork } from "./network";

test.each([
  ["203.0.113.7", "203.0.113.7", "203.0.113"],
  ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113"],
  ["::FFFF:cb00:7107", "203.0.113.7", "203.0.113"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2", "2001:db8:1"],
  ["2001:db8::1", "2001:db8:0:0", "2001:db8:0"],
  ["::1", "0:0:0:0", "0:0:0"],
  ["::ffff:1:203.0.113.7", "0:0:0:0", "0:0:0"],
  ["an address", "an address", "an address"],
  ["1:2", "1:2", "1:2"],
  ["", "", ""],
])("%j is in the network %j and the block %j", (address, network, block) => {
  expect([getNetwork(address), getBlock(address)]).toEqual([network, block]);
});
