import { expect, test } from "vitest";
import { findProblems } from "./answers";

test.each<[what: string, body: unknown]>([
  ["that is deeply nested", JSON.parse("[".repeat(100_000) + "]".repeat(100_000))],
  ["that is long", `${"a-".repeat(500_000)}!`],
])("finds no code in a response %s", (_, body) => {
  expect(findProblems(body)).toEqual([]);
});

test("finds a code at the end of long text", () => {
  const body = { errors: [{ field: "email", detail: `${"a ".repeat(1000)}invalid-email-format` }] };
  expect(findProblems(body)).toEqual([{ code: "invalid-email-format", field: "email" }]);
});
