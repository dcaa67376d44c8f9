import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRateLimits, type RateLimit } from "./rate-limits.server";

/** A counter that lets so many of each key through. */
function counter(most: number): RateLimit {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= most };
    },
  };
}

const broken: RateLimit = { limit: () => Promise.reject(new Error("The counter is away")) };

/** Whether a form from the second address counts as another one of the first address's visitor. */
async function areOneVisitor(first: string, second: string) {
  const env = { APPLICATION_LIMIT: counter(1) };
  await createRateLimits(env, first).allowsApplication();
  return !(await createRateLimits(env, second).allowsApplication());
}

describe("who is one visitor", () => {
  test.each([
    ["an IPv4 address and itself", "203.0.113.7", "203.0.113.7"],
    ["an IPv4 address and itself, written in IPv6", "203.0.113.7", "::ffff:203.0.113.7"],
    ["the same, in IPv6's own digits", "203.0.113.7", "::FFFF:cb00:7107"],
    ["the same, with its zeros written out", "203.0.113.7", "0:0:0:0:0:ffff:cb00:7107"],
    ["an IPv4 address in an IPv6 /64", "2001:db8:1:2::203.0.113.7", "2001:db8:1:2::1"],
    ["two addresses in one /64", "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["zeros written out and left out", "2001:db8::1", "2001:0db8:0000:0000:0:0:0:2"],
    ["zeros left out within a network, and behind it", "2001:db8::2:3:4:5", "2001:db8:0:0::1"],
    ["a single group left out in front", "::2:3:4:5:6:7:8", "0:2:3:4::1"],
    ["a network alone, and an address in it", "2001:db8:1:2::", "2001:db8:1:2::9"],
    ["capital and small letters", "2001:DB8:A:B::1", "2001:db8:a:b::2"],
  ])("%s", async (_, first, second) => {
    expect(await areOneVisitor(first, second)).toBe(true);
  });
});

describe("who is two visitors", () => {
  test.each([
    ["neighbours in IPv4", "203.0.113.7", "203.0.113.8"],
    ["neighbours in IPv4, written in IPv6", "::ffff:203.0.113.7", "::ffff:203.0.113.8"],
    ["neighbours in IPv4, in IPv6's own digits", "::ffff:cb00:7107", "::ffff:cb00:7108"],
    ["an IPv4 address in IPv6, and the network of zeros", "::ffff:203.0.113.7", "::1"],
    ["two texts that are no addresses", "here:", "there:"],
    ["two /64 of one /48", "2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["networks with the same digits, split another way", "2001:db8:1:11::1", "2001:db8:11:1::1"],
    ["networks that differ in a zero within", "2001:db8:10::1", "2001:db8:100::1"],
  ])("%s", async (_, first, second) => {
    expect(await areOneVisitor(first, second)).toBe(false);
  });
});

describe("what is counted", () => {
  test("forms, files and pages, each apart", async () => {
    const [forms, files, pages] = [counter(1), counter(1), counter(1)];
    const env = { APPLICATION_LIMIT: forms, FILE_LIMIT: files, READ_LIMIT: pages };
    const limits = createRateLimits(env, "203.0.113.7");
    for (const isAllowed of [true, false]) {
      expect(await limits.allowsApplication()).toBe(isAllowed);
      expect(await limits.allowsFile()).toBe(isAllowed);
      expect(await limits.allowsRead()).toBe(isAllowed);
    }
  });
});

describe("a network that misses what it looks for", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
  afterEach(() => void vi.useRealTimers());
  let networks = 0;
  const newNetwork = () => `198.51.100.${++networks}`;

  test("must not look for a minute, when it has missed too often", async () => {
    const env = { MISS_LIMIT: counter(2) };
    const limits = createRateLimits(env, newNetwork());
    for (const _ of [1, 2]) {
      await limits.countMiss("page");
      expect(limits.mayLookUp("page")).toBe(true);
    }
    await limits.countMiss("page");
    expect(limits.mayLookUp("page")).toBe(false);
    // Another request of the same network, another network, another kind.
    vi.advanceTimersByTime(59_999);
    expect(limits.mayLookUp("page")).toBe(false);
    expect(limits.mayLookUp("receipt")).toBe(true);
    expect(createRateLimits(env, newNetwork()).mayLookUp("page")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(limits.mayLookUp("page")).toBe(true);
  });

  test("has a turn each second, and four wait at most", async () => {
    const network = newNetwork();
    const takeTurn = () => createRateLimits({}, network).takeSlot();
    const took: number[] = [];
    const begun = Date.now();
    const turns = [1, 2, 3, 4].map(() => takeTurn().then(() => took.push(Date.now() - begun)));
    expect(await takeTurn()).toBe(false);
    await vi.runAllTimersAsync();
    await Promise.all(turns);
    expect(took).toEqual([0, 1000, 2000, 3000]);
    expect(await createRateLimits({}, newNetwork()).takeSlot()).toBe(true);
  });
});

describe("nobody's application is lost for a counter", () => {
  const all = (each: RateLimit) => ({
    ...{ APPLICATION_LIMIT: each, FILE_LIMIT: each, READ_LIMIT: each, MISS_LIMIT: each },
  });

  test.each([
    ["that is not there", {}, "203.0.113.7"],
    ["that fails", all(broken), "203.0.113.7"],
    ["that lets nobody through, where the visitor has no address", all(counter(0)), null],
  ])("%s", async (_, env, address) => {
    const limits = createRateLimits(env, address);
    expect(await limits.allowsApplication()).toBe(true);
    expect(await limits.allowsFile()).toBe(true);
    expect(await limits.allowsRead()).toBe(true);
    await limits.countMiss("page");
    expect(limits.mayLookUp("page")).toBe(true);
  });
});
