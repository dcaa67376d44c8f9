import { expect, test } from "vitest";
import { isLongForm } from "./layout";

test.each([
  ["no fields", 0, {}, false],
  ["six fields", 6, {}, false],
  ["seven fields", 7, {}, true],
  [
    "seven fields, but candidates apply elsewhere",
    7,
    { elsewhere: { href: "https://jobs.example/" } },
    false,
  ],
  ["seven fields, but not open yet", 7, { opensSoon: true as const }, false],
])("%s", (_, count, options, isLong) => {
  const fields = Array.from({ length: count }, () => ({}));
  expect(isLongForm({ fields, ...options })).toBe(isLong);
});
