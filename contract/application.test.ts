import { expect, test } from "vitest";
import { Source } from "./application";

test("a source's unknown names are ignored, and its values have few signs", () => {
  expect(Source.parse({ utm_source: "a.b", campaign: "<b>" })).toEqual({ utm_source: "a.b" });
  expect(Source.safeParse({ ref: "a b" }).success).toBe(false);
  expect(Source.safeParse("ref").success).toBe(false);
});
