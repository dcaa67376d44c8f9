import { expect, test } from "vitest";
import { contrast, readColour, setColours } from "./colours";

test.each([
  ["", ":root {\n  --accent: #aa0000;\n  --accent-text: #fff;\n}\n"],
  [
    ":root { --accent: #123; --accent-text: #fff }\na { b: c }",
    ":root { --accent: #aa0000; --accent-text: #fff}\na { b: c }",
  ],
])("sets a colour in %j", (css, expected) => {
  const changed = setColours(css, { accent: "#aa0000" });
  expect(changed).toBe(expected);
  expect(readColour(changed, "accent")).toBe("#aa0000");
  expect(setColours(changed, { accent: "#aa0000" })).toBe(changed);
});

test("leaves CSS unchanged if no colour changes, and reads only hexadecimal colours", () => {
  expect(setColours("a{}", { background: "#f5f6f8" })).toBe("a{}");
  expect(readColour(":root{--text:red;--accent:#ABC}", "text")).toBeUndefined();
  expect(readColour(":root{--text:red;--accent:#ABC}", "accent")).toBe("#aabbcc");
});

test("calculates contrast as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
