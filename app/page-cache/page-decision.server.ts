import type { CachedPage } from "./page-template.server";
import type { CompanyRecord } from "../reads/company-record";
import { OUTCOME_TTL_MS } from "../reads/shared-work.server";

// Pure functions decide which page a candidate gets and whether a rendered page is cached. `pages.server.ts`
// carries out these decisions. Source: decision 0053.

/** Maximum ages of a page, in ms since its data was read. */
export interface PageAges {
  /** Up to this age, the page is served without being rendered again. */
  PAGE_FRESH_MS: number;
  /** Up to this age, the page is served while it is rendered again in the background. */
  PAGE_STALE_MS: number;
  /** Up to this age, the page is served while the platform is unreachable. */
  PAGE_FALLBACK_MS: number;
  /** How long a candidate waits for a new rendering if the cached page is too old. */
  PAGE_WAIT_MS: number;
}

export const RENDER_TIMEOUT_MS = 15_000;

/** The state in `Cache-Status` (RFC 9211, section 2). */
export type CacheState =
  | "hit"
  | "hit; detail=renewing"
  | "hit; detail=platform-away"
  | "fwd=stale; stored"
  | "fwd=miss; stored"
  | "fwd=miss";

/**
 * The outcome of rendering a shared page. `isCanonical`: the URL spells the id as the platform does. Other
 * spellings are not shared, because a crawler could fill the store with them. `timing`: the `Server-Timing`
 * of the page's reads. `gone`: the platform does not have the data. `failed`: the page cannot be cached.
 */
export type RenderOutcome<Page> =
  | { page: Page; timing: string; isCanonical: boolean }
  | "gone"
  | "failed";

/** The state of a requested page that is not cached or not fresh. */
export interface PageState<Page> {
  /** The cached page; undefined if no page is cached or the page was purged. */
  cached: Page | undefined;
  /** `late`: the page is still being rendered. `purged`: the page was purged during rendering. */
  outcome: RenderOutcome<Page> | "late" | "purged";
}

/** The page to serve. `render-for-one`: the page must be rendered for this candidate alone. */
export type Choice<Page> = { page: Page; state: CacheState; timing: string } | "render-for-one";

/**
 * Returns when a page was last known to be current, in ms since 1970; undefined if its position is gone.
 *
 * @param at the page's key, and the id of its position or client
 */
export function lastChecked(
  {
    clientUuid,
    readAt,
    checkedAt,
    template,
  }: Omit<CachedPage, "template"> & { template: { etag: string } },
  { key, id }: { key: string; id: string },
  record: CompanyRecord | undefined,
): number | undefined {
  if (record?.clientUuid !== clientUuid) return checkedAt;
  const { pages, failed, gone, verifiedAt } = record;
  if (readAt <= Math.max(gone[id] ?? -1, gone[key] ?? -1)) return undefined;
  if (pages[key] !== template.etag) return checkedAt;
  return Math.max(checkedAt, failed[key] ?? verifiedAt);
}

export const isFresh = (ageMs: number, { PAGE_FRESH_MS }: PageAges): boolean =>
  ageMs < PAGE_FRESH_MS;

/**
 * Returns how long a candidate waits for a new page if the cached page is not fresh, in ms.
 *
 * @param ageMs age of the cached page
 * @param mayBePurged whether the page may have been purged more than two minutes ago
 */
export const renderWaitMs = (
  ageMs: number,
  mayBePurged: boolean,
  { PAGE_STALE_MS, PAGE_WAIT_MS }: PageAges,
): number => (ageMs < PAGE_STALE_MS && !mayBePurged ? 0 : PAGE_WAIT_MS);

/** Chooses the page for a candidate if the cached page is not fresh. */
export function choosePage<Page>({ cached, outcome }: PageState<Page>): Choice<Page> {
  if (typeof outcome === "object") {
    const state = cached === undefined ? "fwd=miss; stored" : "fwd=stale; stored";
    return { page: outcome.page, state, timing: outcome.timing };
  }
  if (outcome === "gone" || outcome === "purged" || cached === undefined) return "render-for-one";
  const state = outcome === "late" ? "hit; detail=renewing" : "hit; detail=platform-away";
  return { page: cached, state, timing: "" };
}

export interface RenderResult {
  status: number;
  hasExpectedType: boolean;
  html: string;
  /** Whether the page shows old data, because the platform is unreachable. */
  isFromCopy: boolean;
  clientUuid: string | undefined;
}

/**
 * How to cache a rendered page. `clientUuid`: cache the page, and purge it with that client's pages. `gone`:
 * remove the page from the caches. `failed`: don't cache the page. `no-client`: don't cache the page, because
 * no client's purge would drop it.
 */
export type CacheDecision = { clientUuid: string } | "gone" | "failed" | "no-client";

/** Decides whether to cache a page. A cached page must be complete and rendered from current data. */
export function decideCaching(rendered: RenderResult): CacheDecision {
  const { status, hasExpectedType, html, isFromCopy, clientUuid } = rendered;
  if (status === 404 || status === 410) return "gone";
  if (status !== 200 || !hasExpectedType || html === "" || isFromCopy) return "failed";
  return clientUuid === undefined ? "no-client" : { clientUuid };
}

/** Returns how long an outcome is remembered, in ms: 0 for a page, which is cached separately. */
export const outcomeTtlMs = (outcome: RenderOutcome<unknown>): number =>
  typeof outcome === "object" ? 0 : OUTCOME_TTL_MS[outcome];

/**
 * Formats the value of `Cache-Status` (RFC 9211). A negative `ttl` counts the seconds since the page became
 * stale.
 *
 * @param ageMs age of the page; undefined if the page is not cached
 */
export function cacheStatus(
  state: CacheState,
  ageMs: number | undefined,
  { PAGE_FRESH_MS }: PageAges,
): string {
  if (ageMs === undefined) return `Puerta; ${state}`;
  return `Puerta; ${state}; ttl=${Math.floor((PAGE_FRESH_MS - ageMs) / 1000)}`;
}
