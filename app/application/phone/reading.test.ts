import { describe, expect, test } from "vitest";
import { phoneCountry } from "./country";
import { phoneDefaults } from "./defaults.server";
import { readPhone } from "./reading";

const numberIn = (text: string, country: string | undefined) =>
  readPhone(text, phoneCountry(country))?.number;

describe("a telephone number becomes E.164", () => {
  test.each([
    ["612 34 56 78", "ES", "+34612345678"],
    ["612-345-678", "es", "+34612345678"],
    ["(612) 345 678", "ES", "+34612345678"],
    ["+34 612 34 56 78", "ES", "+34612345678"],
    ["0034 612 34 56 78", "ES", "+34612345678"],
    ["tel:+34612345678", "ES", "+34612345678"],
    [" 612\u00a034\u00a056\u00a078 ", "ES", "+34612345678"],
    ["612\u202f34\u200956\u300078", "ES", "+34612345678"],
    ["\u202a+34\u00a0612\u00a034\u00a056\u00a078\u202c", "ES", "+34612345678"],
    ["٦١٢٣٤٥٦٧٨", "ES", "+34612345678"],
    ["６１２３４５６７８", "ES", "+34612345678"],
    ["612345678 ext. 12", "ES", "+34612345678"],
    ["+44 20 7946 0958", "ES", "+442079460958"],
    ["33 1234 5678", "MX", "+523312345678"],
    ["01 1234 567", "IE", "+35311234567"],
    ["07400 123456", "GB", "+447400123456"],
    ["34 612 34 56 78", "ES", "+34612345678"],
    ["+34 0034 612 34 56 78", "ES", "+34612345678"],
    ["+0034 612 34 56 78", "ES", "+34612345678"],
    ["612\u200b34\u00ad56\u200b78", "ES", "+34612345678"],
    ["Tel: 612 34 56 78", "ES", "+34612345678"],
    ["+34 34 612 34 56 78", "ES", "+34612345678"],
    ["＋34612345678", "ES", "+34612345678"],
    ["0034 612 34 56 78", "US", "+34612345678"],
    ["011 34 612 34 56 78", "ES", "+34612345678"],
    ["+44 (0)7400 123456", "ES", "+447400123456"],
    ["+44 07400 123456", "ES", "+447400123456"],
    ["010 34 612 34 56 78", "JP", "+34612345678"],
    ["+61 0011 34 612 34 56 78", "ES", "+34612345678"],
    ["(201) 555-0123", undefined, "+12015550123"],
    ["201 555 0123", "XX", "+12015550123"],
  ])("%s in %s", (text, country, expected) => {
    expect(numberIn(text, country)).toBe(expected);
  });
});

describe("what is not a valid number is refused", () => {
  test.each([
    ["", "ES"],
    ["hola", "ES"],
    ["123", "ES"],
    ["+34 123", "ES"],
    ["612 34 56 7", "ES"],
    ["44 7400 123456", "ES"],
    ["+999 123456789", "ES"],
    ["6123456789012345678901", "ES"],
  ])("%s in %s", (text, country) => {
    expect(numberIn(text, country)).toBeUndefined();
  });
});

test("a position without a country, or with an unknown one, takes numbers of the United States", () => {
  expect([phoneCountry(undefined), phoneCountry("XX"), phoneCountry("mx")]).toEqual([
    "US",
    "US",
    "MX",
  ]);
});

test("the example is a valid number of its own country", () => {
  for (const country of ["ES", "MX", "GB", "IE", undefined]) {
    expect(numberIn(phoneDefaults(country, "es-ES").example, undefined)).toMatch(/^\+\d+$/);
  }
});
