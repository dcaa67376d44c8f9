import { describe, expect, test } from "vitest";
import { guessCountry } from "./country";
import { shownCountry } from "./edit";

describe("guessCountry", () => {
  test.each([
    ["+3", undefined],
    ["+34", "ES"],
    ["+52", "MX"],
    // A number with a shared dial code gets the dial code's first country until its area code is complete.
    ["+1", "US"],
    ["+141", "US"],
    ["+1416", "CA"],
    ["+1416555", "CA"],
    ["+1204", "CA"],
    ["+14165551234", "CA"],
    ["+1787", "PR"],
    ["+79", "RU"],
    ["+77", "KZ"],
    ["+770", "KZ"],
    ["+44153", "GB"],
    ["+441534", "JE"],
    ["+4477", "GB"],
    ["+447797", "JE"],
    ["+441534123456", "JE"],
    ["+447781123456", "GG"],
    ["+26263", "RE"],
    ["+262639", "YT"],
    ["+262639012345", "YT"],
    ["+599", "CW"],
    ["+59931", "BQ"],
    ["+999", undefined],
  ])("guesses the country of %s: %s [3.25, 5.10]", (digits, country) => {
    expect(shownCountry({ digits, country: guessCountry(digits, "FR") })).toBe(country);
    expect(shownCountry({ digits, country: guessCountry(digits, "ES") })).toBe(country);
  });

  test("keeps the chosen country until the area code belongs to another country", () => {
    for (const digits of ["", "+", "+3", "+999"]) expect(guessCountry(digits, "CA")).toBe("CA");
    for (const digits of ["+1", "+14", "+121", "+1800", "+121255512345"]) {
      expect(guessCountry(digits, "CA")).toBe("CA");
    }
    expect(guessCountry("+1212", "CA")).toBe("US");
    expect(guessCountry("+12125551234", "CA")).toBe("US");
    // Numbers of the United Kingdom and of Jersey begin with +44 779.
    expect(guessCountry("+44779", "JE")).toBe("JE");
    expect(guessCountry("+7", "KZ")).toBe("KZ");
    expect(guessCountry("+791", "KZ")).toBe("RU");
  });
});
