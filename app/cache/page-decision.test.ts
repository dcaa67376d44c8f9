import { describe, expect, test } from "vitest";
import {
  cacheStatus,
  choosePage,
  isFresh,
  outcomeTtlMs,
  renderWaitMs,
  judgeRendering,
} from "./page-decision";
import type { CacheState, Choice, PageState, RenderResult, Verdict } from "./page-decision";

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

describe("how long a candidate waits for a page to be rendered", () => {
  test.each([
    ["not at all until it is old", 10 * MINUTE - 1, 0],
    ["a second where it is old", 10 * MINUTE, SECOND],
    ["as long as a rendering may take where none is cached", undefined, 15 * SECOND],
  ])("%s", (_, ageMs, waitMs) => {
    expect(renderWaitMs(ageMs, ages)).toBe(waitMs);
  });
});

describe("what a visitor gets when no fresh page is kept", () => {
  const KEPT = { page: "kept" };
  const DRAWN = { page: "drawn" };
  const drawn = { page: DRAWN, timing: "platform;dur=5" };
  const served = (page: object, state: CacheState, timing = "") => ({ page, state, timing });
  const renewed = (state: CacheState) => served(DRAWN, state, "platform;dur=5");
  const AWAY = "hit; detail=platform-away";

  test.each<[string, PageState<object>, Choice<object>]>([
    [
      "the page just rendered, for an old one",
      { cached: KEPT, outcome: drawn },
      renewed("fwd=stale; stored"),
    ],
    ["the page just rendered", { cached: undefined, outcome: drawn }, renewed("fwd=miss; stored")],
    [
      "the kept page meanwhile",
      { cached: KEPT, outcome: "late" },
      served(KEPT, "hit; detail=renewing"),
    ],
    ["the kept page after a failure", { cached: KEPT, outcome: "failed" }, served(KEPT, AWAY)],
    ["not the kept page of what is gone", { cached: KEPT, outcome: "gone" }, "render-for-one"],
    ["no copy of what is gone", { cached: undefined, outcome: "gone" }, "render-for-one"],
    [
      "a page of their own after a failure",
      { cached: undefined, outcome: "failed" },
      "render-for-one",
    ],
    [
      "a page of their own after a time-out",
      { cached: undefined, outcome: "late" },
      "render-for-one",
    ],
  ])("%s", (_, known, choice) => {
    expect(choosePage(known)).toEqual(choice);
  });
});

describe("what becomes of a rendered page", () => {
  const page = { status: 200, hasExpectedType: true, html: "<p>" };
  const good = { ...page, isFromCopy: false, clientUuid: "client" };

  test.each<[string, Partial<RenderResult>, Verdict]>([
    ["a page is cached for its client", {}, { clientUuid: "client" }],
    ["a missing page is gone", { status: 404 }, "gone"],
    ["a closed page is gone", { status: 410 }, "gone"],
    ["an error failed", { status: 500 }, "failed"],
    ["another success than 200 failed", { status: 204 }, "failed"],
    ["what is of another type failed", { hasExpectedType: false }, "failed"],
    ["an empty page failed", { html: "" }, "failed"],
    ["a page from a copy failed", { isFromCopy: true }, "failed"],
    ["a page without a client is unnamed", { clientUuid: undefined }, "unnamed"],
    ["an error without a client failed", { status: 500, clientUuid: undefined }, "failed"],
  ])("%s", (_, difference, verdict) => {
    expect(judgeRendering({ ...good, ...difference })).toEqual(verdict);
  });
});

test("a failed rendering is remembered for 2 s, a missing page for 10 s, a page in its own cache", () => {
  const renewals = ["failed", "gone", { page: {}, timing: "" }] as const;
  expect(renewals.map(outcomeTtlMs)).toEqual([2 * SECOND, 10 * SECOND, 0]);
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
