import { expect, test } from "vitest";
import { isReceiptId, receiptNumber, receiptPrefix } from "./receipt";

test.each([
  ["0".repeat(64), "0000-0000"],
  ["f".repeat(64), "ZZZZ-ZZZZ"],
  [`0000000001${"f".repeat(54)}`, "0000-0001"],
  [`8000000000${"f".repeat(54)}`, "G000-0000"],
])("converts the id %s to the number %s, and the number to the id's prefix", (id, number) => {
  expect(receiptNumber(id)).toBe(number);
  expect(receiptPrefix(number.toLowerCase())).toBe(id.slice(0, 10));
});

test.each(["", "0000", "UUUU-UUUU", "0000-00000", "'; DROP"])(
  "receiptPrefix returns no prefix of an id for %j",
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
