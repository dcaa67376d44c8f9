import { describe, expect, test } from "vitest";
import { phoneCountry } from "./country";
import { readWhole } from "./edit";
import { hasSeveralNumbers, readPhone } from "./parse-phone";
import { hasSeveralOnServer, readPhoneOnServer } from "./parse-phone.server";

const readInBrowser = (text: string, country: string | undefined) =>
  readPhone(text, phoneCountry(country))?.number;

const readOnServer = (text: string, country: string | undefined) =>
  readPhoneOnServer(text, phoneCountry(country))?.number;

describe("a valid telephone number", () => {
  test.each([
    ["612 34 56 78", "ES", "+34612345678"],
    ["+34 612 34 56 78", "ES", "+34612345678"],
    ["0034 612 34 56 78", "ES", "+34612345678"],
    ["tel:+34612345678", "ES", "+34612345678"],
    [" 612\u00a034\u00a056\u00a078 ", "ES", "+34612345678"],
    ["\u202a+34\u00a0612\u00a034\u00a056\u00a078\u202c", "ES", "+34612345678"],
    ["٦١٢٣٤٥٦٧٨", "ES", "+34612345678"],
    ["612345678 ext. 12", "ES", "+34612345678"],
    ["01 1234 567", "IE", "+35311234567"],
    ["34 612 34 56 78", "ES", "+34612345678"],
    ["+34 0034 612 34 56 78", "ES", "+34612345678"],
    ["+0034 612 34 56 78", "ES", "+34612345678"],
    ["+34 34 612 34 56 78", "ES", "+34612345678"],
    ["0034 612 34 56 78", "US", "+34612345678"],
    ["+44 (0)7400 123456", "ES", "+447400123456"],
    ["010 34 612 34 56 78", "JP", "+34612345678"],
    ["(201) 555-0123", undefined, "+12015550123"],
    ["201 555 0123", "XX", "+12015550123"],
    // Other scripts and separators.
    ["＋４９ １５１ ２３４５６７８９", "ES", "+4915123456789"],
    ["＋९१ ७४१० ४१०१२३", "ES", "+917410410123"],
    ["612·345·678", "ES", "+34612345678"],
    ["612#345#678", "ES", "+34612345678"],
    ["612\u200b34\u00ad56\u200b78", "ES", "+34612345678"],
    ["(+34) 612 345 678", "MX", "+34612345678"],
    ["℡ 612 345 678", "ES", "+34612345678"],
    ["612345678;ext=12", "ES", "+34612345678"],
    // 00 is a plus even in countries with carrier exit codes.
    ["0057 300 123 4567", "CO", "+573001234567"],
    ["0034 612 345 678", "JP", "+34612345678"],
    ["0034 612 345 678", "SG", "+34612345678"],
    // Exit codes other than 00.
    ["0011 34 612 345 678", "AU", "+34612345678"],
    ["011 34 612 345 678", "US", "+34612345678"],
    // In Argentina, 011 is the area code of Buenos Aires.
    ["011 4123-4567", "AR", "+541141234567"],
    ["011 15-2345-6789", "AR", "+5491123456789"],
    // Mexican numbers as dialled until 2019.
    ["+52 1 55 1234 5678", "MX", "+525512345678"],
    ["52 1 55 1234 5678", "MX", "+525512345678"],
    ["1 55 1234 5678", "MX", "+525512345678"],
    ["1 415 555 2671", "MX", "+524155552671"],
    ["044 55 1234 5678", "MX", "+525512345678"],
    ["01 55 1234 5678", "MX", "+525512345678"],
    ["(044) 55 1234 5678", "MX", "+525512345678"],
    ["(045) 55 1234 5678", "MX", "+525512345678"],
    ["- 1 55 1234 5678", "MX", "+525512345678"],
    ["52 - 1 55 1234 5678", "MX", "+525512345678"],
    ["+52 - 1 - 55 1234 5678", "MX", "+525512345678"],
    ["+52 - 044 - 55 1234 5678", "MX", "+525512345678"],
    ["(+52) (01) 55 1234 5678", "ES", "+525512345678"],
    // Brackets around an exit code.
    ["(00) 34 612 34 56 78", "ES", "+34612345678"],
    ["(00 34) 612 34 56 78", "US", "+34612345678"],
    // A national prefix after a dial code, and a dial code without a plus.
    ["+7 8 912 345 67 89", "RU", "+79123456789"],
    ["39 02 1234 5678", "IT", "+390212345678"],
    // Signs of an extension.
    ["612345678 - x - 12", "ES", "+34612345678"],
    ["612345678,,12", "ES", "+34612345678"],
    ["612345678~12", "ES", "+34612345678"],
  ])("reads %s in %s as %s", (text, country, expected) => {
    expect(readInBrowser(text, country)).toBe(expected);
    expect(readOnServer(text, country)).toBe(expected);
  });
});

describe("an invalid telephone number", () => {
  test.each([
    ["", "ES"],
    ["123", "ES"],
    ["612 34 56 7", "ES"],
    ["44 7400 123456", "ES"],
    ["+999 123456789", "ES"],
    ["6123456789012345678901", "ES"],
    // 011 is not an exit code in these countries.
    ["011 34 612 34 56 78", "ES"],
    ["011 1 212 555 0123", "AR"],
    // Area codes are not added.
    ["+1 464 1234", "AG"],
    ["+1 464 1234", "US"],
    ["+378 886377", "ES"],
    // The plus makes these numbers international.
    ["+777 1234567", "ES"],
    ["+92 92 6751 64007", "PK"],
    ["+27 27 82 123 4567", "ES"],
    // Prefixes of old Mexican numbers are not removed in other countries.
    ["044 55 1234 5678", "ES"],
    // The area code is missing.
    ["464 1234 ext. 567", "AG"],
    // An old Mexican prefix in another country, or one digit too many after the prefix.
    ["1 55 1234 5678", "ES"],
    ["1 55 1234 56789", "MX"],
    // After a dial code, only 00 is read as an exit code.
    ["+61 0011 20 2 2345678", "AU"],
    // One digit too many or too few.
    ["0057 300 123 45678", "CO"],
    ["+52 1 55 1234 567", "MX"],
    [`612${" ".repeat(250)}345678`, "ES"],
    // Two numbers.
    ["612345678 o 6123456", "ES"],
    // An extension without a sign, or with seven digits.
    ["612345678 12", "ES"],
    ["612345678 x 1234567", "ES"],
    // Letters or a plus inside a number.
    ["612 34 56 7 a 8", "ES"],
    ["612345+678", "ES"],
  ])("refuses %s in %s", (text, country) => {
    expect(readInBrowser(text, country)).toBeUndefined();
    expect(readOnServer(text, country)).toBeUndefined();
  });
});

test.each([
  ["0151 2345 678", "DE"],
  ["+49 151 2345 678", "ES"],
  ["+55 11 6123-4567", "BR"],
  // 956 is a US area code.
  ["1 956 223 4567", "MX"],
])("only the server refuses %s in %s", (text, country) => {
  const inBrowser = readInBrowser(text, country);
  expect(inBrowser).toBeDefined();
  expect(readOnServer(text, country)).toBeUndefined();
  expect(readOnServer(inBrowser ?? "", country)).toBeUndefined();
});

describe("several telephone numbers", () => {
  test.each([
    ["612 345 678 / 934 567 890", "ES"],
    ["+34 612 345 678; +34 934 567 890", "ES"],
    ["612345678#934567890", "ES"],
    ["612 345 678 and 934 567 890", "ES"],
    ["612 345 678 ext. 12, 934 567 890 ext. 13", "ES"],
    ["móvil 612 345 678, fijo 934 567 890", "ES"],
    ["612 345 678\n934 567 890", "ES"],
    ["612-345-678 — 934-567-890", "ES"],
    ["612345678934567890", "ES"],
    ["٦١٢٣٤٥٦٧٨ \u200f٩٣٤٥٦٧٨٩٠", "ES"],
    ["55 1234 5678 o 55 8765 4321 o 55 1111 2222", "MX"],
    ["(201) 555-0123 or (201) 555-0124", "US"],
    ["2011234;2015678", "PA"],
    ["+44 7400 123456 +34 612345678", "FR"],
    ["020 7946 0958 / 07400 123456", "GB"],
    ["+52 1 55 1234 5678, 55 8765 4321", "MX"],
    ["011 15-2345-6789 y 011 4123-4567", "AR"],
  ])("in %j are recognized in %s", (text, code) => {
    const country = phoneCountry(code);
    expect(readInBrowser(text, code)).toBeUndefined();
    expect(readOnServer(text, code)).toBeUndefined();
    expect(hasSeveralOnServer(text, country)).toBe(true);
    // The browser's field has only the digits.
    expect(hasSeveralNumbers(readWhole(text, country).digits, country)).toBe(true);
  });

  test.each([
    ["612 345 678 ext. 12345678", "ES"],
    ["612 345 678 x12345678", "ES"],
    ["612 345 678, interno: 123456789", "ES"],
    ["612 345 678 / 679", "ES"],
    ["612 345 678 90", "ES"],
    ["1234567 1234567", "ES"],
    ["00000000000000000000", "ES"],
    ["+49 151 2345 678", "DE"],
    [`${"1 ".repeat(200)}612345678 / 934567890`, "ES"],
  ])("are not recognized in the invalid text %j in %s", (text, code) => {
    const country = phoneCountry(code);
    expect(readOnServer(text, code)).toBeUndefined();
    expect(hasSeveralOnServer(text, country)).toBe(false);
  });
});

test("defaults to the United States if the position's country is missing or unknown [9.09]", () => {
  expect([undefined, "XX", "mx"].map(phoneCountry)).toEqual(["US", "US", "MX"]);
});
