/**
 * The builds with a fixture in tests/fixtures/storage, the oldest first. The last one is of the shapes
 * that today's build stores. When a stored shape changes, a new fixture is written, and its build is
 * added here (docs/decisions/0019).
 */
export const BUILDS = [
  "d8e9b75",
  "9a45a0a",
  "a437863",
  "f8802ed",
  "a90c202",
  "73db282",
  "0aa521f",
  "c0b0ce6",
  "58261c8",
  "0061654",
  "541761e",
  "7a9a056",
  "348da5b",
  "04d7680",
  "8c4283c",
] as const;

/** The build whose fixture is of the shapes that today's build stores. */
export const PRESENT = "8c4283c" satisfies (typeof BUILDS)[number];

/** The build before it, which must open what today's build stores. */
export const BEFORE = "04d7680" satisfies (typeof BUILDS)[number];
