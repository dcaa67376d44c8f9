import { beforeAll, describe, expect, test } from "vitest";
import { refuseUnauthorized } from "./operator.server";

const SECRET = "a secret of an operator";

// Only workerd has this method, not Node.
beforeAll(() => {
  const timingSafeEqual = (a: ArrayBuffer, b: ArrayBuffer) => Buffer.from(a).equals(Buffer.from(b));
  Object.assign(crypto.subtle, { timingSafeEqual });
});

/** A network that may send `misses` wrong secrets and then has `slots` comparisons. */
function createNetwork(misses: number, slots: number) {
  const left = { misses, slots };
  const limits = {
    mayLookUp: () => left.misses >= 0,
    countMiss: async () => void (left.misses -= 1),
    takeSlot: async () => left.slots-- > 0,
  };
  return async (given: string) => {
    const headers = { Authorization: `Bearer ${given}` };
    const request = new Request("https://site.example/-/operator", { headers });
    return (await refuseUnauthorized(request, SECRET, limits))?.status ?? "allowed";
  };
}

describe("a network that sends wrong secrets", () => {
  test("gets 401, and 429 after too many", async () => {
    const send = createNetwork(2, 2);
    const answers = [];
    for (const _ of "12345678") answers.push(await send("wrong"));
    expect(answers).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
  });

  test("is still allowed with the right one when it gets a slot", async () => {
    const send = createNetwork(0, 2);
    expect(await send("wrong")).toBe(401);
    expect(await send("wrong")).toBe(429);
    expect(await send(SECRET)).toBe("allowed");
    expect(await send(SECRET)).toBe(429);
    const other = createNetwork(0, 0);
    for (const _ of "12345") expect(await other(SECRET)).toBe("allowed");
  });
});
