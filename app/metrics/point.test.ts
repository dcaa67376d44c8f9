import { expect, test } from "vitest";
import { BLOBS, dataPoint, DOUBLES, sourceName, type Point } from "./point";

const view: Point = { event: "view", subject: "position", outcome: "navigate" };

test("dataPoint returns strings and numbers in the documented order", () => {
  const point: Point = {
    ...{ ...view, position: "p", client: "c", source: "s", host: "own", way: "plain" },
    ...{ ms: 1, bytes: 2, attempt: 3, status: 4 },
  };
  expect(dataPoint(point)).toEqual({
    indexes: ["c"],
    blobs: ["view", "position", "navigate", "p", "c", "s", "own", "plain"],
    doubles: [1, 2, 3, 4],
  });
  expect(new Set([...BLOBS, ...DOUBLES]).size).toBe(12);
});

test("dataPoint fills in missing values, and without a client uses the position or the event as the key", () => {
  expect(dataPoint(view)).toEqual({
    indexes: ["view"],
    blobs: ["view", "position", "navigate", "", "", "", "", ""],
    doubles: [0, 0, 0, 0],
  });
  expect(dataPoint({ ...view, position: "p" }).indexes).toEqual(["p"]);
});

test.each([
  [[], ""],
  [[["utm_medium", "cpc"]], ""],
  [[["gh_src", "a1"]], "a1"],
  [Object.entries({ ref: "b", gh_src: "a1" }), "b"],
  [Object.entries({ utm_source: "LinkedIn", source: "x" }), "linkedin"],
  [[["source", "x".repeat(100)]], "x".repeat(40)],
] as const)("sourceName(%j) returns %j", (source, name) => {
  expect(sourceName(source)).toBe(name);
});

test.each(["Ana.N@example.org", "ana.n-612345678"])("sourceName ignores %s", (text) => {
  expect(sourceName([["ref", text]])).toBe("");
});
