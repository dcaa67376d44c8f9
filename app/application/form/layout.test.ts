import { expect, test } from "vitest";
import { isLongForm } from "./layout";

test.each([
  ["no fields", 0, {}, false],
  ["six fields", 6, {}, false],
  ["seven fields", 7, {}, true],
  [
    "seven fields of a position that takes applications on another site",
    7,
    { elsewhere: { href: "https://jobs.example/" } },
    false,
  ],
  ["seven fields of a position that isn't open yet", 7, { opensSoon: true as const }, false],
])("decides whether a form is long: %s", (_, count, options, isLong) => {
  const fields = Array.from({ length: count }, () => ({}));
  expect(isLongForm({ fields, ...options })).toBe(isLong);
});
