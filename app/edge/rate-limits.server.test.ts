import { describe, expect, test } from "vitest";
import { createRateLimits, networkOf } from "./rate-limits.server";

/** A counter that lets so many of a key through, and never begins anew. */
function counterOf(most: number) {
  const counts = new Map<string, number>();
  return {
    async limit({ key }: { key: string }) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= most };
    },
  };
}

const POSITION = "7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01";
const OTHER = "1b7b2c6a-6a35-4f57-9f6b-3c2a9d5e7f02";

const counters = () => ({
  APPLICATION_LIMIT: counterOf(2),
  UPLOAD_LIMIT: counterOf(3),
  FILE_LIMIT: counterOf(4),
});

/** What comes of asking so often. */
async function asked(times: number, ask: () => Promise<boolean>): Promise<boolean[]> {
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push(await ask());
  return answers;
}

describe("a visitor", () => {
  test("may send so many forms for a position, however its id is written", async () => {
    const { allowsApplication } = createRateLimits(counters(), "192.0.2.1");
    const ids = [POSITION, POSITION.toUpperCase(), POSITION];
    const answers = [];
    for (const id of ids) answers.push(await allowsApplication(id));
    expect(answers).toEqual([true, true, false]);
    expect(await allowsApplication(OTHER)).toBe(true);
  });

  test("may begin so many uploads for a position, and so many files in all", async () => {
    const { allowsUpload, allowsFile } = createRateLimits(counters(), "192.0.2.1");
    expect(await asked(4, () => allowsUpload(POSITION))).toEqual([true, true, true, false]);
    expect(await asked(2, () => allowsUpload(OTHER))).toEqual([true, false]);
    expect(await allowsFile()).toBe(false);
  });

  test("is not held up by what others send", async () => {
    const env = counters();
    const one = createRateLimits(env, "192.0.2.1");
    const other = createRateLimits(env, "192.0.2.2");
    expect(await asked(3, () => one.allowsApplication(POSITION))).toEqual([true, true, false]);
    expect(await other.allowsApplication(POSITION)).toBe(true);
  });

  test("is everybody of a network of IPv6", async () => {
    const env = counters();
    const answers = [];
    for (const end of [1, 2, 3]) {
      const limits = createRateLimits(env, `2001:db8:0:7::${end}`);
      answers.push(await limits.allowsApplication(POSITION));
    }
    expect(answers).toEqual([true, true, false]);
  });
});

describe("nobody is held up", () => {
  const failing = { limit: () => Promise.reject(new Error("It is away")) };

  test.each<[string, Parameters<typeof createRateLimits>]>([
    ["without an address", [counters(), null]],
    ["without a counter", [{}, "192.0.2.1"]],
    ["by a counter that fails", [{ APPLICATION_LIMIT: failing }, "192.0.2.1"]],
  ])("%s", async (_, [env, address]) => {
    const { allowsApplication } = createRateLimits(env, address);
    expect(await asked(4, () => allowsApplication(POSITION))).toEqual([true, true, true, true]);
  });
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:7:1:2:3:4", "2001:db8:0:7"],
  ["2001:0DB8:0000:0007::1", "2001:db8:0:7"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
