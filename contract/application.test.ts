import { expect, test } from "vitest";
import { Source } from "./application";

test("ignores unknown source parameters, and refuses malformed sources", () => {
  expect(Source.parse({ utm_source: "a.b", campaign: "<b>" })).toEqual({ utm_source: "a.b" });
  expect(Source.safeParse({ ref: "a b" }).success).toBe(false);
  expect(Source.safeParse("ref").success).toBe(false);
});
