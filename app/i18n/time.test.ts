import { expect, test } from "vitest";
import { timeText } from "./time";

test.each([
  ["fr", /^1er mars 2027/],
  ["en-GB", /^1 March 2027/],
])("formats a time in %s", (language, text) => {
  expect(timeText(Date.UTC(2027, 2, 1, 9), language, "UTC")).toMatch(text);
});
