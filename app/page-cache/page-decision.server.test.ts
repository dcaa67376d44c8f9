import { describe, expect, test } from "vitest";
import {
  cacheStatus,
  choosePage,
  isFresh,
  lastChecked,
  outcomeTtlMs,
  renderWaitMs,
  decideCaching,
} from "./page-decision.server";
import type {
  CacheState,
  Choice,
  PageState,
  RenderResult,
  CacheDecision,
} from "./page-decision.server";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ages = {
  PAGE_FRESH_MS: MINUTE,
  PAGE_STALE_MS: 10 * MINUTE,
  PAGE_FALLBACK_MS: DAY,
  PAGE_WAIT_MS: SECOND,
};

describe("isFresh", () => {
  test.each([
    [true, 0],
    [true, MINUTE - 1],
    [false, MINUTE],
    // The clock of the data centre that rendered the page can be ahead of ours.
    [true, -SECOND],
  ])("returns %s for an age of %d ms", (fresh, ageMs) => {
    expect(isFresh(ageMs, ages)).toBe(fresh);
  });
});

describe("renderWaitMs", () => {
  test.each([
    ["returns 0 if the cached page is stale", 10 * MINUTE - 1, false, 0],
    ["returns a second if the cached page may have been purged", 2 * MINUTE, true, SECOND],
    ["returns a second if the cached page is too old", 10 * MINUTE, false, SECOND],
  ])("%s", (_, ageMs, mayBePurged, waitMs) => {
    expect(renderWaitMs(ageMs, mayBePurged, ages)).toBe(waitMs);
  });
});

describe("choosePage", () => {
  const CACHED = { page: "cached" };
  const RENDERED = { page: "rendered" };
  const rendered = { page: RENDERED, timing: "platform;dur=5", isCanonical: true };
  const serve = (page: object, state: CacheState, timing = "") => ({ page, state, timing });
  const serveRendered = (state: CacheState) => serve(RENDERED, state, "platform;dur=5");
  const AWAY = "hit; detail=platform-away";

  test.each<[string, PageState<object>, Choice<object>]>([
    [
      "serves the new page instead of the cached page",
      { cached: CACHED, outcome: rendered },
      serveRendered("fwd=stale; stored"),
    ],
    [
      "serves the new page if no page is cached",
      { cached: undefined, outcome: rendered },
      serveRendered("fwd=miss; stored"),
    ],
    [
      "serves the cached page while a new page is being rendered",
      { cached: CACHED, outcome: "late" },
      serve(CACHED, "hit; detail=renewing"),
    ],
    [
      "serves the cached page after a failure",
      { cached: CACHED, outcome: "failed" },
      serve(CACHED, AWAY),
    ],
    [
      "renders for one candidate if the page is gone",
      { cached: CACHED, outcome: "gone" },
      "render-for-one",
    ],
    [
      "renders for one candidate if the page is gone and not cached",
      { cached: undefined, outcome: "gone" },
      "render-for-one",
    ],
    [
      "renders for one candidate after a failure without a cached page",
      { cached: undefined, outcome: "failed" },
      "render-for-one",
    ],
    [
      "renders for one candidate after a timeout without a cached page",
      { cached: undefined, outcome: "late" },
      "render-for-one",
    ],
  ])("%s", (_, known, choice) => {
    expect(choosePage(known)).toEqual(choice);
  });
});

describe("decideCaching", () => {
  const page = { status: 200, hasExpectedType: true, html: "<p>" };
  const good = { ...page, isFromCopy: false, clientUuid: "client" };

  test.each<[string, Partial<RenderResult>, CacheDecision]>([
    ["caches a page for its client", {}, { clientUuid: "client" }],
    ["returns `gone` for a 404", { status: 404 }, "gone"],
    ["returns `gone` for a 410", { status: 410 }, "gone"],
    ["returns `failed` for an error", { status: 500 }, "failed"],
    ["returns `failed` for a success other than 200", { status: 204 }, "failed"],
    ["returns `failed` for another content type", { hasExpectedType: false }, "failed"],
    ["returns `failed` for an empty page", { html: "" }, "failed"],
    ["returns `failed` for a page rendered from a durable copy", { isFromCopy: true }, "failed"],
    ["returns `no-client` for a page without a client", { clientUuid: undefined }, "no-client"],
    [
      "returns `failed` for an error without a client",
      { status: 500, clientUuid: undefined },
      "failed",
    ],
  ])("%s", (_, difference, decision) => {
    expect(decideCaching({ ...good, ...difference })).toEqual(decision);
  });
});

test("outcomeTtlMs returns 2 s for a failure, 10 s for a missing page and 0 for a rendered page", () => {
  const outcomes = ["failed", "gone", { page: {}, timing: "", isCanonical: true }] as const;
  expect(outcomes.map(outcomeTtlMs)).toEqual([2 * SECOND, 10 * SECOND, 0]);
});

describe("cacheStatus", () => {
  test.each<[CacheState, number | undefined, string]>([
    ["hit", 0, "Puerta; hit; ttl=60"],
    ["hit", 1, "Puerta; hit; ttl=59"],
    ["hit; detail=renewing", MINUTE, "Puerta; hit; detail=renewing; ttl=0"],
    ["hit; detail=platform-away", MINUTE + 1, "Puerta; hit; detail=platform-away; ttl=-1"],
    ["fwd=stale; stored", 20 * SECOND, "Puerta; fwd=stale; stored; ttl=40"],
    ["fwd=miss", undefined, "Puerta; fwd=miss"],
  ])("formats the state `%s` at an age of %s ms", (state, ageMs, value) => {
    expect(cacheStatus(state, ageMs, ages)).toBe(value);
  });
});

describe("lastChecked", () => {
  const page = {
    ...{ clientUuid: "c1", readAt: 0, checkedAt: 0, viewedAt: 0 },
    template: { etag: "a" },
  };
  const at = { key: "jobs.example/position/p1/es-es/1", id: "p1" };
  const verifiedAt = 10 * MINUTE;
  const record = {
    ...{ version: 1 as const, clientUuid: "c1", names: [], number: 1, verifiedAt },
    ...{ pages: { [at.key]: "a" }, failed: {}, gone: {} },
  };

  test.each<[what: string, page: object, record: object | undefined, time: number | undefined]>([
    ["without a record", {}, undefined, 0],
    ["of another company", { clientUuid: "c2" }, {}, 0],
    ["that was verified", {}, {}, verifiedAt],
    ["that was read after the verification", { checkedAt: verifiedAt + 1 }, {}, verifiedAt + 1],
    ["that was not verified", {}, { pages: {} }, 0],
    ["that is older than the verified page", {}, { pages: { [at.key]: "b" } }, 0],
    ["that failed to render since", {}, { failed: { [at.key]: 1 } }, 1],
    ["of a job that is gone", {}, { gone: { p1: 0 } }, undefined],
    ["that is gone only on this host", {}, { gone: { [at.key]: 0 } }, undefined],
    ["of a relisted job", { readAt: 1, checkedAt: 1 }, { gone: { p1: 0 } }, verifiedAt],
  ])("returns the last check of a page %s", (_, changes, known, time) => {
    const found = known && { ...record, ...known };
    expect(lastChecked({ ...page, ...changes }, at, found)).toBe(time);
  });
});
