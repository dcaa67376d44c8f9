import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { isConfirmed, phoneOf } from "./old-forget.mjs";

test.each([
  ["+34 600 12 34 56", "es"],
  ["0034 600-123-456", "mx"],
  ["600 123 456", "es"],
  ["+34600123456", null],
])("%s, said to a company in %s, is the number that is stored", (text, country) => {
  expect(phoneOf(text, country)).toBe("+34600123456");
});

test("a number that is stored already is taken as it is", () => {
  expect(phoneOf("+5213312345678", "mx")).toBe("+5213312345678");
});

test.each(["", "Ana", "600 123 456"])("%j without a country is none", (text) => {
  expect(() => phoneOf(text, null)).toThrow("is not a phone number");
});

/** Stands in for the terminal: this is typed, and then it is closed. @param {string} typed */
function type(typed) {
  for (const name of ["stdin", "stdout"]) {
    const real = Object.getOwnPropertyDescriptor(process, name) ?? {};
    const value = Object.assign(new PassThrough(), { isTTY: true });
    Object.defineProperty(process, name, { value, configurable: true });
    onTestFinished(() => void Object.defineProperty(process, name, real));
  }
  process.stdin.push(typed);
  process.stdin.push(null);
}

test.each([
  ["yes", true],
  ["y", false],
  ["", false],
  ["yesterday", false],
])("a terminal at which %j is typed deletes: %s", async (typed, isSure) => {
  type(`${typed}\n`);
  expect(await isConfirmed()).toBe(isSure);
});

test("a terminal that is closed deletes nothing", async () => {
  type("");
  await expect(isConfirmed()).rejects.toThrow("Nothing was done");
});
