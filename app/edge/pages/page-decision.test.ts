import { describe, expect, test } from "vitest";
import { ageOf, cacheStatus, choose, isCutOff, isFresh, isToBeWritten } from "./page-decision";
import { lastGoodMs, mayDrawAgain, renewalWaitMs, verdictOn } from "./page-decision";
import type { CacheState, Choice, DrawnForAll } from "./page-decision";
import type { FailedDrawing, Known, Verdict } from "./page-decision";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ages = { PAGE_FRESH_MS: MINUTE, PAGE_STALE_MS: 10 * MINUTE, PAGE_KEPT_MS: DAY };

describe("a page is fresh", () => {
  test.each([
    [0, true],
    [MINUTE - 1, true],
    [MINUTE, false],
    // The clock of the data centre that drew it may be ahead of ours.
    [-SECOND, true],
  ])("at an age of %d ms: %s", (ageMs, fresh) => {
    expect(isFresh(ageMs, ages)).toBe(fresh);
  });
});

test("a page counts as old as it is, but one that was answered 404 is never fresh", () => {
  expect(ageOf({ readAt: DAY - MINUTE }, DAY)).toBe(MINUTE);
  expect(ageOf({ readAt: DAY - MINUTE, missingSince: DAY - SECOND }, DAY)).toBe(Infinity);
});

describe("how long a visitor waits for a page to be drawn", () => {
  test.each([
    ["not at all until it is old", 10 * MINUTE - 1, 0],
    ["a second where it is old", 10 * MINUTE, SECOND],
    ["a second where it was answered 404", Infinity, SECOND],
    ["as long as a drawing may take where none is kept", undefined, 15 * SECOND],
  ])("%s", (_, ageMs, waitMs) => {
    expect(renewalWaitMs(ageMs, ages)).toBe(waitMs);
  });
});

describe("what a visitor gets when no fresh page is kept", () => {
  const KEPT = { page: "kept" };
  const DRAWN = { page: "drawn" };
  const COPY = { page: "last good" };
  const drawn = { page: DRAWN, timing: "platform;dur=5" };
  const served = (page: object, state: CacheState, timing = "") => ({ page, state, timing });
  const anew = (state: CacheState) => served(DRAWN, state, "platform;dur=5");
  const AWAY = "hit; detail=platform-away";
  const COPIED = { kept: undefined, lastGood: COPY };

  test.each<[string, Known<object>, Choice<object>]>([
    [
      "the page just drawn, for an old one",
      { kept: KEPT, renewal: drawn },
      anew("fwd=stale; stored"),
    ],
    ["the page just drawn", { kept: undefined, renewal: drawn }, anew("fwd=miss; stored")],
    [
      "the kept page meanwhile",
      { kept: KEPT, renewal: "late" },
      served(KEPT, "hit; detail=renewing"),
    ],
    ["the kept page after a failure", { kept: KEPT, renewal: "failed" }, served(KEPT, AWAY)],
    ["not the kept page of what is gone", { kept: KEPT, renewal: "gone" }, "draw-for-one"],
    ["no copy of what is gone", { kept: undefined, renewal: "gone" }, "draw-for-one"],
    ["a copy after a failure", { kept: undefined, renewal: "failed" }, "look-for-last-good"],
    ["a copy after a time-out", { kept: undefined, renewal: "late" }, "look-for-last-good"],
    ["the last good copy after it", { ...COPIED, renewal: "failed" }, served(COPY, AWAY)],
    ["the last good copy after a time-out", { ...COPIED, renewal: "late" }, served(COPY, AWAY)],
    ["a page of their own", { kept: undefined, renewal: "failed", lastGood: null }, "draw-for-one"],
  ])("%s", (_, known, choice) => {
    expect(choose(known)).toEqual(choice);
  });
});

test("a last good copy may be an hour older than a page, for which it is not written again", () => {
  expect(lastGoodMs(ages)).toBe(DAY + HOUR);
});

describe("what becomes of a drawn page", () => {
  const page = { status: 200, isOfItsType: true, html: "<p>" };
  const good = { ...page, isFromCopy: false, clientUuid: "client" };

  test.each<[string, Partial<DrawnForAll>, Verdict]>([
    ["a page is kept for its client", {}, { clientUuid: "client" }],
    ["what is not there is missing", { status: 404 }, "missing"],
    ["what is not there any more is gone", { status: 410 }, "gone"],
    ["an error failed", { status: 500 }, "failed"],
    ["another success than 200 failed", { status: 204 }, "failed"],
    ["what is of another type failed", { isOfItsType: false }, "failed"],
    ["an empty page failed", { html: "" }, "failed"],
    ["a page of the platform's last copy failed", { isFromCopy: true }, "failed"],
    ["a page of nobody's is unnamed", { clientUuid: null }, "unnamed"],
    ["an error of nobody's failed", { status: 500, clientUuid: null }, "failed"],
  ])("%s", (_, difference, verdict) => {
    expect(verdictOn({ ...good, ...difference })).toEqual(verdict);
  });
});

describe("whether a page is written everywhere", () => {
  const page = { etag: "a", readAt: DAY };
  const last = { etag: "a", readAt: DAY - MINUTE, isPurged: false };
  test.each<[string, typeof last | undefined, boolean]>([
    ["it is when this isolate has not written it", undefined, true],
    ["it is not again while it stays the same", last, false],
    ["it is again when it has changed", { ...last, etag: "b" }, true],
    ["it is again when the copy there counts as purged", { ...last, isPurged: true }, true],
    ["it is not within an hour", { ...last, readAt: DAY - HOUR + 1 }, false],
    ["it is after an hour", { ...last, readAt: DAY - HOUR }, true],
  ])("%s", (_, before, isWritten) => {
    expect(isToBeWritten(page, before)).toBe(isWritten);
  });
});

describe("whether a page that could not be drawn is tried again", () => {
  test.each<[FailedDrawing["outcome"], number, boolean]>([
    ["failed", 2 * SECOND - 1, false],
    ["failed", 2 * SECOND, true],
    ["gone", 10 * SECOND - 1, false],
    ["gone", 10 * SECOND, true],
  ])("one that was %s, %d ms later: %s", (outcome, later, isTried) => {
    expect(mayDrawAgain({ outcome, endedAt: DAY }, DAY + later)).toBe(isTried);
  });
});

test.each([
  [15 * SECOND - 1, false],
  [15 * SECOND, true],
])("a drawing that began %d ms ago is taken for cut off: %s", (ago, isTaken) => {
  expect(isCutOff(DAY - ago, DAY)).toBe(isTaken);
});

describe("Cache-Status says how an answer came about, and for how many seconds it is fresh", () => {
  test.each<[CacheState, number | undefined, string]>([
    ["hit", 0, "Puerta; hit; ttl=60"],
    ["hit", 1, "Puerta; hit; ttl=59"],
    ["hit; detail=renewing", MINUTE, "Puerta; hit; detail=renewing; ttl=0"],
    ["hit; detail=platform-away", MINUTE + 1, "Puerta; hit; detail=platform-away; ttl=-1"],
    ["fwd=stale; stored", 20 * SECOND, "Puerta; fwd=stale; stored; ttl=40"],
    ["fwd=miss", undefined, "Puerta; fwd=miss"],
  ])("%s at an age of %s ms", (state, ageMs, value) => {
    expect(cacheStatus(state, ageMs, ages)).toBe(value);
  });
});
