import { expect, test } from "vitest";
import { findByReceiptNumber, parseReceiptNumber, receiptNumber } from "./receipt-number";

test.each([
  ["5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41", "TXVD-JEAS"],
  ["", "WERC-8GMR"],
])("receiptNumber(%j) returns %j", async (id, number) => {
  expect(await receiptNumber(id)).toBe(number);
});

test.each([
  ["A7EB-22E4", "A7EB-22E4"],
  ["a7eb22e4", "A7EB-22E4"],
  [" A7EB 22E4 ", "A7EB-22E4"],
  ["\u200eA7EB\u2011２２E4\u00a0", "A7EB-22E4"],
  ["oil0", "0110"],
  ["", undefined],
  ["A7EB-22E4-1", undefined],
  ["usted", undefined],
])("parseReceiptNumber(%j) returns %j", (text, number) => {
  expect(parseReceiptNumber(text)).toBe(number);
});

const all = [{ number: "A7EB-22E4" }, { number: "A7EB-9999" }, { number: null }];

test.each([
  ["A7EB-22E4", ["A7EB-22E4"]],
  ["a7eb2", ["A7EB-22E4"]],
  ["a7eb", ["A7EB-22E4", "A7EB-9999"]],
  ["A7EC-22E4", []],
  ["A7E", undefined],
  ["usted", undefined],
])("findByReceiptNumber with %j returns %j", (text, numbers) => {
  expect(findByReceiptNumber(all, text)?.map(({ number }) => number)).toEqual(numbers);
});
