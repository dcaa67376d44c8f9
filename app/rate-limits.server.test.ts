import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRateLimits, type RateLimit } from "./rate-limits.server";

function createCounter(max: number): RateLimit {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= max };
    },
  };
}

const broken: RateLimit = { limit: () => Promise.reject(new Error("The counter failed")) };

async function areOneNetwork(first: string, second: string) {
  const env = { APPLICATION_LIMIT: createCounter(1) };
  await createRateLimits(env, first).allowsApplication();
  return !(await createRateLimits(env, second).allowsApplication());
}

describe("IP addresses in one network", () => {
  test.each([
    ["an IPv4 address and itself", "203.0.113.7", "203.0.113.7"],
    ["an IPv4 address and its IPv6 form", "203.0.113.7", "::ffff:203.0.113.7"],
    ["an IPv4 address and its hexadecimal IPv6 form", "203.0.113.7", "::FFFF:cb00:7107"],
    ["an IPv4 address and its full IPv6 form", "203.0.113.7", "0:0:0:0:0:ffff:cb00:7107"],
    [
      "two addresses in one /64, one with an IPv4 suffix",
      "2001:db8:1:2::203.0.113.7",
      "2001:db8:1:2::1",
    ],
    ["two addresses in one /64", "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["an IPv6 address with `::` and with zeros", "2001:db8::1", "2001:0db8:0000:0000:0:0:0:2"],
    ["`::` within the first 64 bits and after them", "2001:db8::2:3:4:5", "2001:db8:0:0::1"],
    ["`::` and a zero as the first group", "::2:3:4:5:6:7:8", "0:2:3:4::1"],
    ["the first and another address of a /64", "2001:db8:1:2::", "2001:db8:1:2::9"],
    ["addresses in upper and lower case", "2001:DB8:A:B::1", "2001:db8:a:b::2"],
  ])("counts %s as one network", async (_, first, second) => {
    expect(await areOneNetwork(first, second)).toBe(true);
  });
});

describe("IP addresses in two networks", () => {
  test.each([
    ["adjacent IPv4 addresses", "203.0.113.7", "203.0.113.8"],
    ["adjacent IPv4 addresses in IPv6 form", "::ffff:203.0.113.7", "::ffff:203.0.113.8"],
    ["adjacent IPv4 addresses in hexadecimal IPv6 form", "::ffff:cb00:7107", "::ffff:cb00:7108"],
    ["an IPv4 address in IPv6 form and the zero network", "::ffff:203.0.113.7", "::1"],
    ["two invalid addresses", "here:", "there:"],
    ["two /64 networks in one /48", "2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["the same digits in different groups", "2001:db8:1:11::1", "2001:db8:11:1::1"],
    ["groups that differ in a zero", "2001:db8:10::1", "2001:db8:100::1"],
  ])("counts %s as two networks", async (_, first, second) => {
    expect(await areOneNetwork(first, second)).toBe(false);
  });
});

describe("the counters", () => {
  test("counts forms, files and pages separately", async () => {
    const [forms, files, pages] = [createCounter(1), createCounter(1), createCounter(1)];
    const env = { APPLICATION_LIMIT: forms, FILE_LIMIT: files, READ_LIMIT: pages };
    const limits = createRateLimits(env, "203.0.113.7");
    for (const isAllowed of [true, false]) {
      expect(await limits.allowsApplication()).toBe(isAllowed);
      expect(await limits.allowsFile()).toBe(isAllowed);
      expect(await limits.allowsRead()).toBe(isAllowed);
    }
  });
});

describe("the limit of misses", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
  afterEach(() => void vi.useRealTimers());
  let networks = 0;
  const newNetwork = () => `198.51.100.${++networks}`;

  test("blocks a network for a minute after too many misses", async () => {
    const env = { MISS_LIMIT: createCounter(2) };
    const limits = createRateLimits(env, newNetwork());
    for (const _ of [1, 2]) {
      await limits.countMiss("page");
      expect(limits.mayLookUp("page")).toBe(true);
    }
    await limits.countMiss("page");
    expect(limits.mayLookUp("page")).toBe(false);
    // The block does not apply to other kinds or networks.
    vi.advanceTimersByTime(59_999);
    expect(limits.mayLookUp("page")).toBe(false);
    expect(limits.mayLookUp("receipt")).toBe(true);
    expect(createRateLimits(env, newNetwork()).mayLookUp("page")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(limits.mayLookUp("page")).toBe(true);
  });

  test("gives four requests of a network one slot per second, and refuses the fifth", async () => {
    const network = newNetwork();
    const takeSlot = () => createRateLimits({}, network).takeSlot();
    const waits: number[] = [];
    const startedAt = Date.now();
    const slots = [1, 2, 3, 4].map(() => takeSlot().then(() => waits.push(Date.now() - startedAt)));
    expect(await takeSlot()).toBe(false);
    await vi.runAllTimersAsync();
    await Promise.all(slots);
    expect(waits).toEqual([0, 1000, 2000, 3000]);
    expect(await createRateLimits({}, newNetwork()).takeSlot()).toBe(true);
  });
});

describe("createRateLimits", () => {
  const all = (each: RateLimit) => ({
    ...{ APPLICATION_LIMIT: each, FILE_LIMIT: each, READ_LIMIT: each, MISS_LIMIT: each },
  });

  test.each([
    ["without counters", {}, "203.0.113.7"],
    ["with failing counters", all(broken), "203.0.113.7"],
    ["for visitors without an address", all(createCounter(0)), null],
  ])("allows everything %s", async (_, env, address) => {
    const limits = createRateLimits(env, address);
    expect(await limits.allowsApplication()).toBe(true);
    expect(await limits.allowsFile()).toBe(true);
    expect(await limits.allowsRead()).toBe(true);
    await limits.countMiss("page");
    expect(limits.mayLookUp("page")).toBe(true);
  });
});
