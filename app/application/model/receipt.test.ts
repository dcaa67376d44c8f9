import { expect, test } from "vitest";
import { isReceiptId, receiptNumber, receiptPrefix } from "./receipt";

test.each([
  ["0".repeat(64), "0000-0000"],
  ["f".repeat(64), "ZZZZ-ZZZZ"],
  [`0000000001${"f".repeat(54)}`, "0000-0001"],
  [`8000000000${"f".repeat(54)}`, "G000-0000"],
])("the number of %s is %s", (id, number) => {
  expect(receiptNumber(id)).toBe(number);
  expect(receiptPrefix(number.toLowerCase())).toBe(id.slice(0, 10));
});

test.each(["", "0000", "UUUU-UUUU", "0000-00000", "'; DROP"])(
  "%j is not a valid number",
  (text) => {
    expect(isReceiptId(receiptPrefix(text).padEnd(64, "0"))).toBe(false);
  },
);

test("isReceiptId accepts only lower-case hexadecimal SHA-256", () => {
  expect(isReceiptId("a".repeat(64))).toBe(true);
  for (const text of ["", "a".repeat(63), "A".repeat(64), `${"a".repeat(64)}\n`, "../x"]) {
    expect(isReceiptId(text)).toBe(false);
  }
});
