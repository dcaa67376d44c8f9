import { expect, test, vi } from "vitest";
import metadata from "libphonenumber-js/min/metadata";
import { numberingPieces } from "../../../scripts/numbering.mjs";

test("the pieces are all that libphonenumber knows", async () => {
  vi.resetModules();
  const numbering = await import("./numbering");
  // As a browser gets them: a file each.
  for (const [dialCode, piece] of numberingPieces()) {
    numbering.hold(dialCode, JSON.parse(JSON.stringify(piece)));
  }
  expect(numbering.metadata.countries).toEqual(metadata.countries);
  expect(numbering.metadata.nonGeographic).toEqual(metadata.nonGeographic);
  for (const [dialCode, countries] of Object.entries(metadata.country_calling_codes)) {
    expect(numbering.metadata.country_calling_codes[dialCode]).toEqual(countries);
    expect(numbering.countriesOf(dialCode)).toEqual(countries);
  }
});
