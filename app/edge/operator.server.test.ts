import { beforeAll, describe, expect, test } from "vitest";
import { refuseUnauthorized } from "./operator.server";

const SECRET = "a secret of an operator";

// Node lacks workerd's `timingSafeEqual`.
beforeAll(() => {
  const timingSafeEqual = (a: ArrayBuffer, b: ArrayBuffer) => Buffer.from(a).equals(Buffer.from(b));
  Object.assign(crypto.subtle, { timingSafeEqual });
});

/**
 * Creates a network that is throttled after more than `misses` wrong secrets, and then gets `slots`
 * comparisons.
 */
function createNetwork(misses: number, slots: number) {
  const remaining = { misses, slots };
  const limits = {
    mayLookUp: () => remaining.misses >= 0,
    countMiss: async () => void (remaining.misses -= 1),
    takeSlot: async () => remaining.slots-- > 0,
  };
  return async (secret: string) => {
    const headers = { Authorization: `Bearer ${secret}` };
    const request = new Request("https://site.example/-/operator", { headers });
    return (await refuseUnauthorized(request, SECRET, limits))?.status ?? "allowed";
  };
}

describe("refuseUnauthorized", () => {
  test("returns 401 for a wrong secret, and 429 after too many wrong secrets", async () => {
    const send = createNetwork(2, 2);
    const statuses = [];
    for (const _ of "12345678") statuses.push(await send("wrong"));
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
  });

  test("allows a throttled network's correct secret when the network gets a slot", async () => {
    const send = createNetwork(0, 2);
    expect(await send("wrong")).toBe(401);
    expect(await send("wrong")).toBe(429);
    expect(await send(SECRET)).toBe("allowed");
    expect(await send(SECRET)).toBe(429);
    const other = createNetwork(0, 0);
    for (const _ of "12345") expect(await other(SECRET)).toBe("allowed");
  });
});
