import { expect, test } from "vitest";
import { findCountry } from "./country";

test.each([
  ["de", "DE"],
  [" Germany ", "DE"],
  ["alemania", "DE"],
  ["Deutschland", "DE"],
  ["España", "ES"],
  ["espana", "ES"],
  ["United Kingdom", "GB"],
  ["uk", "GB"],
  ["México", "MX"],
  ["Ruritania", undefined],
  ["eu", undefined],
  ["", undefined],
])("findCountry(%j) returns %s", (text, code) => {
  expect(findCountry(text)).toBe(code);
});
