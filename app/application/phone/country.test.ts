import { describe, expect, test } from "vitest";
import { guessCountry } from "./country";

describe("the country is guessed from what is typed", () => {
  test.each([
    ["+", undefined],
    ["+3", undefined],
    ["+34", "ES"],
    ["+52", "MX"],
    // Shared by many: told apart by the area code.
    ["+1", "US"],
    ["+1212", "US"],
    ["+1416", "CA"],
    ["+1787", "PR"],
    ["+1809", "DO"],
    ["+1876", "JM"],
    ["+7", "RU"],
    ["+7912", "RU"],
    ["+77", "KZ"],
    ["+44", "GB"],
    ["+4420", "GB"],
    ["+447781", "GG"],
    ["+441534", "JE"],
    ["+447797", "JE"],
    // Seven ways to go on find out whose the beginning of a number can be.
    ["+124", "BS"],
    ["+1721", "SX"],
    ["+262269", "YT"],
    ["+134", "US"],
    ["+26263", "YT"],
    ["+128", "US"],
    // Whole.
    ["+14165551234", "CA"],
    ["+599", "CW"],
    ["+5993", "BQ"],
    ["+999", undefined],
    ["+800", undefined],
  ])("%s: %s", (digits, country) => {
    expect(guessCountry(digits, undefined)).toBe(country);
    expect(guessCountry(digits, "ES")).toBe(country);
  });

  test("the country that was chosen stays as long as it may be right", () => {
    expect(guessCountry("+1", "CA")).toBe("CA");
    expect(guessCountry("+14", "CA")).toBe("CA");
    expect(guessCountry("+1416", "CA")).toBe("CA");
    expect(guessCountry("+1212", "CA")).toBe("US");
    expect(guessCountry("+7", "KZ")).toBe("KZ");
    expect(guessCountry("+79", "KZ")).toBe("RU");
  });
});
