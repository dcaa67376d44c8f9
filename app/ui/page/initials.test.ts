import { expect, test } from "vitest";
import { companyInitials } from "./initials";

test.each([
  ["Harbour Lane Ferries", "HL"],
  ["Alfar de la Albufera", "AA"],
  ["acme", "A"],
  ["el taller", "ET"],
  ["Crumb & Co", "CC"],
  ["3 Cumbres", "3C"],
  ["«Ñandú»", "Ñ"],
  ["山田 製作所", "山製"],
  ["𝒜cme", "𝒜"],
  ["★", ""],
])("returns the initials of %s: %j", (name, initials) => {
  expect(companyInitials(name)).toBe(initials);
});
