import { expect, test } from "vitest";
import { isLongForm } from "./layout";

test.each([
  ["no fields", 0, undefined, false],
  ["six fields", 6, undefined, false],
  ["seven fields", 7, undefined, true],
  ["seven fields, applied to elsewhere", 7, { href: "https://jobs.example/" }, false],
])("%s", (_, count, elsewhere, isLong) => {
  const fields = Array.from({ length: count }, () => ({}));
  expect(isLongForm({ fields, ...(elsewhere && { elsewhere }) })).toBe(isLong);
});
