import { expect, test } from "vitest";
import {
  addVerification,
  purgesCompleteUntil,
  type SiteRecord,
  type Verification,
} from "./company-record";

const MINUTE = 60_000;

const verification = (verifiedAt: number, changes: Partial<Verification> = {}): Verification => ({
  ...{ clientUuid: "c1", names: ["acme"], verifiedAt, pages: {}, gone: {}, failed: [] },
  ...changes,
});

/** Adds verifications to a company's record, one after the other. */
function addAll(...all: Verification[]) {
  let state: Partial<ReturnType<typeof addVerification>> = {};
  for (const each of all) state = addVerification(each, state.record, state.verified);
  const { record, verified } = state;
  if (!record || !verified) throw new Error("No verification");
  return { record, verified };
}

const pages = { a: "etag of a", b: "etag of b" };

test("keeps an unchanged record, and updates its verification time", () => {
  const first = addAll(verification(1, { pages }));
  const again = addAll(verification(1, { pages }), verification(2, { pages }));
  expect(again.record).toEqual(first.record);
  expect(again.verified).toEqual({ number: first.record.number, verifiedAt: 2 });
});

test("creates a new record when removed pages return", () => {
  const first = verification(1, { pages });
  const { record } = addAll(first, verification(2), verification(3, { pages }));
  expect(record.pages).toEqual(pages);
  expect(record.number).not.toBe(addAll(first).record.number);
});

test("ignores the order of pages", () => {
  const { a, b } = pages;
  const { record } = addAll(verification(1, { pages }), verification(2, { pages: { b, a } }));
  expect(record.verifiedAt).toBe(1);
});

test("keeps the last verification of a failed page", () => {
  const failing = (at: number) => verification(at, { pages: { b: "b" }, failed: ["a", "new"] });
  const { record } = addAll(verification(1, { pages }), verification(2, { pages }), failing(3));
  expect(record.pages).toEqual({ a: "etag of a", b: "b" });
  expect(record.failed).toEqual({ a: 2 });
  const later = addAll(
    verification(1, { pages }),
    verification(2, { pages }),
    failing(3),
    failing(4),
  );
  expect(later.record).toEqual(record);
});

test("prefers the last of overlapping verifications", () => {
  const older = verification(1, { pages, gone: { p1: 1 } });
  const newer = verification(2, { names: ["new-code"], gone: { p2: 2 } });
  for (const { record, verified } of [addAll(older, newer), addAll(newer, older)]) {
    expect(record).toMatchObject({ names: ["new-code"], pages: {}, gone: { p1: 1, p2: 2 } });
    expect(verified.verifiedAt).toBe(2);
  }
});

test("creates a new record for tombstones from an older verification", () => {
  const [newer, older] = [verification(2), verification(1, { gone: { p1: 1 } })];
  expect(addAll(newer, older).record.number).toBeGreaterThan(addAll(newer).record.number);
});

test.each([
  ["written recently", 10, 9],
  ["not written for ten minutes", 11, 0],
])("a record %s, read in minute %i, has all purges until minute %i", (_, readAt, until) => {
  const site: SiteRecord = { version: 1, writtenAt: MINUTE, purges: {}, verified: {} };
  expect(purgesCompleteUntil(site, readAt * MINUTE)).toBe(until * MINUTE);
});
