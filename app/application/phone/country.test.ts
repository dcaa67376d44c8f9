import { describe, expect, test } from "vitest";
import { guessCountry } from "./country";
import { namedCountry } from "./edit";

describe("the country is guessed from what is typed [3.25, 5.10]", () => {
  test.each([
    ["+3", undefined],
    ["+34", "ES"],
    ["+52", "MX"],
    // Shared by many: told apart by the area code.
    ["+1", "US"],
    ["+1212", "US"],
    ["+1416", "CA"],
    ["+1787", "PR"],
    ["+7912", "RU"],
    ["+77", "KZ"],
    ["+447781", "GG"],
    ["+441534", "JE"],
    // Seven ways to go on find out whose the beginning of a number can be.
    ["+124", "BS"],
    ["+262269", "YT"],
    ["+134", "US"],
    ["+26263", "YT"],
    // Whole.
    ["+14165551234", "CA"],
    ["+599", "CW"],
    ["+5993", "BQ"],
    ["+999", undefined],
  ])("%s: %s", (digits, country) => {
    expect(namedCountry({ digits, country: guessCountry(digits, "FR") })).toBe(country);
    expect(namedCountry({ digits, country: guessCountry(digits, "ES") })).toBe(country);
  });

  test("the country that was chosen stays as long as it may be right", () => {
    for (const digits of ["", "+", "+3", "+999"]) expect(guessCountry(digits, "CA")).toBe("CA");
    for (const digits of ["+1", "+14", "+1416"]) expect(guessCountry(digits, "CA")).toBe("CA");
    expect(guessCountry("+1212", "CA")).toBe("US");
    expect(guessCountry("+7", "KZ")).toBe("KZ");
    expect(guessCountry("+79", "KZ")).toBe("RU");
  });
});
