// The page cache's decisions as pure functions: which page a candidate gets, and whether a rendered page is
// cached. `pages.server.ts` carries them out. Source: decision 0053.

/** Maximum ages of a page, in ms since the platform was read for it. */
export interface PageAges {
  /** Up to this age it is served without being rendered again. */
  PAGE_FRESH_MS: number;
  /** Up to this age it is served while it is rendered in the background. */
  PAGE_STALE_MS: number;
  /** Up to this age it is served while the platform is unreachable. */
  PAGE_FALLBACK_MS: number;
}

/** How long a candidate waits for a page older than `PAGE_STALE_MS` to be renewed, in ms. */
const STALE_WAIT_MS = 1000;

/** Time limit for rendering a page, in ms. */
export const RENDER_TIMEOUT_MS = 15_000;

/**
 * How long a missing page (404, 410) and a failure are remembered, in ms. In that time, requests do not call
 * the platform for them again.
 */
export const OUTCOME_TTL_MS = { gone: 10_000, failed: 2000 };

/** The state in `Cache-Status` (RFC 9211, section 2). */
export type CacheState =
  | "hit"
  | "hit; detail=renewing"
  | "hit; detail=platform-away"
  | "fwd=stale; stored"
  | "fwd=miss; stored"
  | "fwd=miss";

/**
 * The outcome of rendering a shared page: the page with the `Server-Timing` of its reads; `gone` if the
 * platform does not have it; `failed` if it cannot be cached.
 */
export type RenderOutcome<Page> = { page: Page; timing: string } | "gone" | "failed";

/** A page that is not fresh. */
export interface PageState<Page> {
  /** The cached page, unless it was purged. */
  cached: Page | undefined;
  /** `late`: still being rendered. `purged`: purged while it was rendered. */
  outcome: RenderOutcome<Page> | "late" | "purged";
}

/** Serve a page, or render it for this candidate alone. */
export type Choice<Page> = { page: Page; state: CacheState; timing: string } | "render-for-one";

export const isFresh = (ageMs: number, { PAGE_FRESH_MS }: PageAges): boolean =>
  ageMs < PAGE_FRESH_MS;

/**
 * How long a candidate waits for a page that is not fresh to be rendered, in ms.
 *
 * @param ageMs age of the cached page; undefined if none is cached
 */
export function renderWaitMs(ageMs: number | undefined, { PAGE_STALE_MS }: PageAges): number {
  if (ageMs === undefined) return RENDER_TIMEOUT_MS;
  return ageMs < PAGE_STALE_MS ? 0 : STALE_WAIT_MS;
}

/** Chooses the page for a candidate when the cached one is not fresh. */
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
  /** Whether it has the expected content type. */
  hasExpectedType: boolean;
  html: string;
  /** Whether it shows a durable copy, because the platform is unreachable. */
  isFromCopy: boolean;
  /** The page's client. */
  clientUuid: string | undefined;
}

/**
 * How to cache a rendered page. `clientUuid`: cache it, and purge it with that client's pages. `gone`: remove
 * it from the caches. `failed` and `no-client`: don't cache it. Without a client, it could not be purged.
 */
export type CacheDecision = { clientUuid: string } | "gone" | "failed" | "no-client";

/** Decides whether to cache a page: only if it is complete and made from current data. */
export function decideCaching(rendered: RenderResult): CacheDecision {
  const { status, hasExpectedType, html, isFromCopy, clientUuid } = rendered;
  // The durable copies decide whether a 404 is temporary.
  if (status === 404 || status === 410) return "gone";
  if (status !== 200 || !hasExpectedType || html === "" || isFromCopy) return "failed";
  return clientUuid === undefined ? "no-client" : { clientUuid };
}

/** How long an outcome is remembered, in ms. 0 for a page, which has its own cache. */
export const outcomeTtlMs = (outcome: RenderOutcome<unknown>): number =>
  typeof outcome === "object" ? 0 : OUTCOME_TTL_MS[outcome];

/**
 * The value of `Cache-Status` (RFC 9211). A negative `ttl` counts the seconds since the page became stale.
 *
 * @param ageMs age of the page; undefined if it is not from a cache
 */
export function cacheStatus(
  state: CacheState,
  ageMs: number | undefined,
  { PAGE_FRESH_MS }: PageAges,
): string {
  if (ageMs === undefined) return `Puerta; ${state}`;
  return `Puerta; ${state}; ttl=${Math.floor((PAGE_FRESH_MS - ageMs) / 1000)}`;
}
