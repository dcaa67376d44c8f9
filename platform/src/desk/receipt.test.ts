import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { receiptNumberOf } from "../../../scripts/receipt-number.mjs";
import { receiptNumber } from "./receipt";

test("a receipt's number is the one that the commands and the candidate have", async () => {
  for (let again = 0; again < 50; again += 1) {
    const id = randomUUID();
    expect(await receiptNumber(id)).toBe(receiptNumberOf(id));
  }
});
