import { expect, test } from "vitest";
import { sameSecret } from "./secret";

test.each([
  ["secret", "secret", true],
  ["secret", "Secret", false],
  ["", "secret", false],
])("sameSecret(%j, %j) returns %s", async (given, expected, same) => {
  expect(await sameSecret(given, expected)).toBe(same);
});
