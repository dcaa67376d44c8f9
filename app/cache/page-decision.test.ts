import { describe, expect, test } from "vitest";
import {
  cacheStatus,
  choosePage,
  isFresh,
  outcomeTtlMs,
  renderWaitMs,
  decideCaching,
} from "./page-decision";
import type { CacheState, Choice, PageState, RenderResult, CacheDecision } from "./page-decision";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ages = { PAGE_FRESH_MS: MINUTE, PAGE_STALE_MS: 10 * MINUTE, PAGE_FALLBACK_MS: DAY };

describe("a page is fresh", () => {
  test.each([
    [0, true],
    [MINUTE - 1, true],
    [MINUTE, false],
    // The clock of the data centre that rendered it may be ahead of ours.
    [-SECOND, true],
  ])("at an age of %d ms: %s", (ageMs, fresh) => {
    expect(isFresh(ageMs, ages)).toBe(fresh);
  });
});

describe("a candidate waits for a page to be rendered", () => {
  test.each([
    ["not at all if the cached page is stale", 10 * MINUTE - 1, 0],
    ["a second if the cached page is too old", 10 * MINUTE, SECOND],
    ["until the render timeout if no page is cached", undefined, 15 * SECOND],
  ])("%s", (_, ageMs, waitMs) => {
    expect(renderWaitMs(ageMs, ages)).toBe(waitMs);
  });
});

describe("without a fresh page, a candidate gets", () => {
  const CACHED = { page: "cached" };
  const RENDERED = { page: "rendered" };
  const rendered = { page: RENDERED, timing: "platform;dur=5" };
  const serve = (page: object, state: CacheState, timing = "") => ({ page, state, timing });
  const serveRendered = (state: CacheState) => serve(RENDERED, state, "platform;dur=5");
  const AWAY = "hit; detail=platform-away";

  test.each<[string, PageState<object>, Choice<object>]>([
    [
      "the page just rendered instead of an old one",
      { cached: CACHED, outcome: rendered },
      serveRendered("fwd=stale; stored"),
    ],
    [
      "the page just rendered",
      { cached: undefined, outcome: rendered },
      serveRendered("fwd=miss; stored"),
    ],
    [
      "the cached page while it is being rendered",
      { cached: CACHED, outcome: "late" },
      serve(CACHED, "hit; detail=renewing"),
    ],
    ["the cached page after a failure", { cached: CACHED, outcome: "failed" }, serve(CACHED, AWAY)],
    ["their own page if the page is gone", { cached: CACHED, outcome: "gone" }, "render-for-one"],
    [
      "their own page without a cached one",
      { cached: undefined, outcome: "gone" },
      "render-for-one",
    ],
    ["their own page after a failure", { cached: undefined, outcome: "failed" }, "render-for-one"],
    ["their own page after a time-out", { cached: undefined, outcome: "late" }, "render-for-one"],
  ])("%s", (_, known, choice) => {
    expect(choosePage(known)).toEqual(choice);
  });
});

describe("a rendered page", () => {
  const page = { status: 200, hasExpectedType: true, html: "<p>" };
  const good = { ...page, isFromCopy: false, clientUuid: "client" };

  test.each<[string, Partial<RenderResult>, CacheDecision]>([
    ["is cached for its client", {}, { clientUuid: "client" }],
    ["is gone if it is 404", { status: 404 }, "gone"],
    ["is gone if it is 410", { status: 410 }, "gone"],
    ["fails on an error", { status: 500 }, "failed"],
    ["fails on a success other than 200", { status: 204 }, "failed"],
    ["fails with another content type", { hasExpectedType: false }, "failed"],
    ["fails if it is empty", { html: "" }, "failed"],
    ["fails if it shows a copy", { isFromCopy: true }, "failed"],
    ["has no client", { clientUuid: undefined }, "no-client"],
    ["fails on an error without a client", { status: 500, clientUuid: undefined }, "failed"],
  ])("%s", (_, difference, decision) => {
    expect(decideCaching({ ...good, ...difference })).toEqual(decision);
  });
});

test("remembers a failure for 2 s and a missing page for 10 s; a page has its own cache", () => {
  const renewals = ["failed", "gone", { page: {}, timing: "" }] as const;
  expect(renewals.map(outcomeTtlMs)).toEqual([2 * SECOND, 10 * SECOND, 0]);
});

describe("Cache-Status gives the page's state, and for how many seconds it is fresh", () => {
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
