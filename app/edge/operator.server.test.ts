import { beforeAll, describe, expect, test } from "vitest";
import { refuseUnauthorized } from "./operator.server";

const SECRET = "a secret of an operator";

// workerd's own addition, which Node lacks.
beforeAll(() => {
  const timingSafeEqual = (a: ArrayBuffer, b: ArrayBuffer) => Buffer.from(a).equals(Buffer.from(b));
  Object.assign(crypto.subtle, { timingSafeEqual });
});

/** A network whose wrong secrets are counted: `most` of them, and then `turns` comparisons. */
function network(most: number, turns: number) {
  const left = { wrong: most, turns };
  const limits = {
    mayLookUp: () => left.wrong >= 0,
    countMiss: async () => void (left.wrong -= 1),
    takeSlot: async () => left.turns-- > 0,
  };
  return async (given: string) => {
    const headers = { Authorization: `Bearer ${given}` };
    const request = new Request("https://site.example/-/operator", { headers });
    return (await refuseUnauthorized(request, SECRET, limits))?.status ?? "let in";
  };
}

describe("a network that sends wrong secrets", () => {
  test("is told 401, and after too many 429", async () => {
    const send = network(2, 2);
    const answers = [];
    for (const _ of "12345678") answers.push(await send("wrong"));
    expect(answers).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
  });

  test("still gets in with the right one, when it has its turn", async () => {
    const send = network(0, 2);
    expect(await send("wrong")).toBe(401);
    expect(await send("wrong")).toBe(429);
    expect(await send(SECRET)).toBe("let in");
    expect(await send(SECRET)).toBe(429);
    const quiet = network(0, 0);
    for (const _ of "12345") expect(await quiet(SECRET)).toBe("let in");
  });
});
