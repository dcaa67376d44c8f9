import { expect, test } from "vitest";
import { addEarlier, knowsPurgesUntil, type Verification } from "./company-record";

const verification = (verifiedAt: number, changes: Partial<Verification> = {}): Verification => ({
  ...{ version: 1, clientUuid: "c1", names: ["acme"], verifiedAt, pages: {}, gone: {}, failed: [] },
  ...changes,
});

const pages = { a: { etag: "a", at: 1 }, b: { etag: "b", at: 1 } };

test("a page that failed keeps its last verification", () => {
  const now = verification(2, { pages: { b: { etag: "b", at: 2 } }, failed: ["a", "new"] });
  expect(addEarlier(now, verification(1, { pages })).pages).toEqual({
    a: { etag: "a", at: 1 },
    b: { etag: "b", at: 2 },
  });
});

test("of overlapping verifications, the one that began last decides", () => {
  const older = verification(1, { pages, gone: { p1: 1 } });
  const newer = verification(2, { names: ["new-code"], gone: { p2: 2 } });
  const expected = { ...newer, gone: { p1: 1, p2: 2 } };
  expect(addEarlier(older, newer)).toEqual(expected);
  expect(addEarlier(newer, older)).toEqual(expected);
});

test.each([
  ["that is verified", 10, 9],
  ["under a company's former code", 11, 0],
])("a record %s knows purges of minute %i until minute %i", (_, readAt, until) => {
  const minute = 60_000;
  expect(knowsPurgesUntil({ verifiedAt: minute }, readAt * minute)).toBe(until * minute);
});
