import { describe, expect, test } from "vitest";
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
  await createRateLimits(env, first).allowsApplication("position");
  return !(await createRateLimits(env, second).allowsApplication("position"));
}

describe("who is one visitor", () => {
  test.each([
    ["an IPv4 address and itself", "203.0.113.7", "203.0.113.7"],
    ["an IPv4 address and itself, written in IPv6", "203.0.113.7", "::ffff:203.0.113.7"],
    ["two addresses in one /64", "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["zeros written out and left out", "2001:db8::1", "2001:0db8:0000:0000:0:0:0:2"],
    ["zeros left out in front, and written out", "::1", "0:0:0:0:0:0:0:2"],
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
    ["two /64 of one /48", "2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["two /48", "2001:db8:1:2::1", "2001:db8:2:2::1"],
    ["networks with the same digits, split another way", "2001:db8:1:11::1", "2001:db8:11:1::1"],
    ["networks that differ in a zero within", "2001:db8:10::1", "2001:db8:100::1"],
  ])("%s", async (_, first, second) => {
    expect(await areOneVisitor(first, second)).toBe(false);
  });
});

describe("what is counted", () => {
  const visitor = "203.0.113.7";

  test("the forms of a position, whichever letters its address is in", async () => {
    const limits = createRateLimits({ APPLICATION_LIMIT: counter(1) }, visitor);
    expect(await limits.allowsApplication("Position")).toBe(true);
    expect(await limits.allowsApplication("another")).toBe(true);
    expect(await limits.allowsApplication("pOSITION")).toBe(false);
  });

  test("the uploads of a position, apart from its forms", async () => {
    const env = { APPLICATION_LIMIT: counter(1), UPLOAD_LIMIT: counter(1) };
    const limits = createRateLimits(env, visitor);
    expect(await limits.allowsApplication("position")).toBe(true);
    expect(await limits.allowsUpload("position")).toBe(true);
    expect(await limits.allowsUpload("another")).toBe(true);
    expect(await limits.allowsUpload("position")).toBe(false);
  });

  test("all files of a visitor, whatever position an upload is for", async () => {
    const env = { UPLOAD_LIMIT: counter(9), FILE_LIMIT: counter(3) };
    const limits = createRateLimits(env, visitor);
    expect(await limits.allowsUpload("position")).toBe(true);
    expect(await limits.allowsUpload("another")).toBe(true);
    expect(await limits.allowsFile()).toBe(true);
    expect(await limits.allowsUpload("a third")).toBe(false);
    expect(await limits.allowsFile()).toBe(false);
  });

  test("no file is counted for an upload that is one too many for its position", async () => {
    const env = { UPLOAD_LIMIT: counter(1), FILE_LIMIT: counter(2) };
    const limits = createRateLimits(env, visitor);
    await limits.allowsUpload("position");
    await limits.allowsUpload("position");
    expect(await limits.allowsFile()).toBe(true);
  });
});

describe("nobody's application is lost for a counter", () => {
  test.each([
    ["that is not there", {}, "203.0.113.7"],
    [
      "that fails",
      { APPLICATION_LIMIT: broken, UPLOAD_LIMIT: broken, FILE_LIMIT: broken },
      "203.0.113.7",
    ],
    [
      "that lets nobody through, where the visitor has no address",
      { APPLICATION_LIMIT: counter(0), UPLOAD_LIMIT: counter(0), FILE_LIMIT: counter(0) },
      null,
    ],
  ])("%s", async (_, env, address) => {
    const limits = createRateLimits(env, address);
    expect(await limits.allowsApplication("position")).toBe(true);
    expect(await limits.allowsUpload("position")).toBe(true);
    expect(await limits.allowsFile()).toBe(true);
  });
});
