import { expect, test } from "vitest";
import { sha256Hex } from "../app/application/delivery/digest.server";
import { receiptNumber } from "../app/application/model/receipt";
import { meantBy, numberIn, receiptNumberOf } from "./receipt-number.mjs";

test("an application has the number that its receipt shows", async () => {
  for (let n = 0; n < 50; n++) {
    const id = crypto.randomUUID();
    expect(receiptNumberOf(id)).toBe(receiptNumber(await sha256Hex(id)));
  }
});

test.each([
  ["A7EB-22E4", "A7EB-22E4"],
  ["a7eb22e4", "A7EB-22E4"],
  [" A7EB 22E4 ", "A7EB-22E4"],
  ["oil0", "0110"],
  ["", undefined],
  ["A7EB-22E4-1", undefined],
  ["usted", undefined],
])("%j is the number %j", (text, number) => {
  expect(numberIn(text)).toBe(number);
});

const all = [{ number: "A7EB-22E4" }, { number: "A7EB-9999" }, { number: null }];

test.each([
  ["A7EB-22E4", ["A7EB-22E4"]],
  ["a7eb2", ["A7EB-22E4"]],
  ["a7eb", ["A7EB-22E4", "A7EB-9999"]],
  ["A7EC-22E4", []],
  ["A7E", undefined],
  ["usted", undefined],
])("%j means %j", (text, numbers) => {
  expect(meantBy(all, text)?.map(({ number }) => number)).toEqual(numbers);
});
