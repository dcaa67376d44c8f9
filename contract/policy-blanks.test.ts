import { expect, test } from "vitest";
import { isPublished, findBlanks } from "./policy-blanks";

test.each<[policy: string, blanks: [line: number, column: number, text: string][]]>([
  ["", []],
  ["Write to {us} at a@b.example. }}", []],
  [
    "{{legal name}}. Write to {{email}}.",
    [
      [1, 1, "{{legal name}}"],
      [1, 26, "{{email}}"],
    ],
  ],
  ["# Privacy\r\n\r\nWe are {{}}", [[3, 8, "{{}}"]]],
  ["{{name\nand address}}", [[1, 1, "{{name"]]],
  [
    "{{name}, {{law}}",
    [
      [1, 1, "{{name"],
      [1, 10, "{{law}}"],
    ],
  ],
  ["To be written {{", [[1, 15, "{{"]]],
])("finds the blanks of %j", (policy, blanks) => {
  expect(findBlanks(policy).map(({ line, column, text }) => [line, column, text])).toEqual(blanks);
  expect(isPublished(policy)).toBe(blanks.length === 0);
});
