// The choices of the page cache, as pure functions: which page a candidate gets, and what becomes of a page
// that was rendered. `pages.server.ts` carries them out. Source: design, section 7; decision 0053.

/** How old a page may grow, in ms since the platform was read for it. */
export interface PageAges {
  /** Younger than this it is served as it is. */
  PAGE_FRESH_MS: number;
  /** Younger than this it is served while it is renewed behind the response. */
  PAGE_STALE_MS: number;
  /** Younger than this it is served while the platform is away. */
  PAGE_KEPT_MS: number;
}

/** How long a candidate waits for a page older than `PAGE_STALE_MS` to be renewed, in ms. */
const STALE_WAIT_MS = 1000;

/** A rendering that takes longer than this, in ms, counts as cut off. */
export const RENDER_TIMEOUT_MS = 15_000;

/**
 * How long a missing page (404, 410) and a failure are remembered, in ms. Meanwhile the platform is not
 * called for them again.
 *
 * Source: design, section 7.
 */
export const OUTCOME_TTL_MS = { gone: 10_000, failed: 2000 };

/** How the answer came about, as `Cache-Status` says it (RFC 9211, section 2). */
export type CacheState =
  | "hit"
  | "hit; detail=renewing"
  | "hit; detail=platform-away"
  | "fwd=stale; stored"
  | "fwd=miss; stored"
  | "fwd=miss";

/**
 * The outcome of rendering a page for all: the page, with what its reads cost as `Server-Timing` says it;
 * `gone` if the platform does not have it; `failed` if it cannot be cached.
 */
export type RenderOutcome<Page> = { page: Page; timing: string } | "gone" | "failed";

/** What is known when the cached page, if there is one, is not fresh. */
export interface PageState<Page> {
  /** The cached page, unless it was purged. */
  cached: Page | undefined;
  /** `late`: it is still being rendered. `purged`: it was rendered, but purged meanwhile. */
  outcome: RenderOutcome<Page> | "late" | "purged";
}

/** What is done: a page is served, or rendered for this candidate alone. */
export type Choice<Page> = { page: Page; state: CacheState; timing: string } | "render-for-one";

export const isFresh = (ageMs: number, { PAGE_FRESH_MS }: PageAges): boolean =>
  ageMs < PAGE_FRESH_MS;

/**
 * How long a candidate waits for the outcome of a page that is not fresh, in ms; 0: not at all.
 *
 * @param ageMs of the cached page; undefined if there is none
 */
export function renderWaitMs(ageMs: number | undefined, { PAGE_STALE_MS }: PageAges): number {
  if (ageMs === undefined) return RENDER_TIMEOUT_MS;
  return ageMs < PAGE_STALE_MS ? 0 : STALE_WAIT_MS;
}

/** Which page a candidate gets when the cached one is not fresh. */
export function choosePage<Page>({ cached, outcome }: PageState<Page>): Choice<Page> {
  if (typeof outcome === "object") {
    const state = cached === undefined ? "fwd=miss; stored" : "fwd=stale; stored";
    return { page: outcome.page, state, timing: outcome.timing };
  }
  if (outcome === "gone" || outcome === "purged" || cached === undefined) return "render-for-one";
  const state = outcome === "late" ? "hit; detail=renewing" : "hit; detail=platform-away";
  return { page: cached, state, timing: "" };
}

/** A page that was rendered for all. */
export interface RenderResult {
  status: number;
  /** Whether it has the content type of its address. */
  hasExpectedType: boolean;
  html: string;
  /** Whether it shows a copy, because the platform is away. */
  isFromCopy: boolean;
  /** Whose page it is, by the client's uuid. */
  clientUuid: string | undefined;
}

/**
 * What becomes of a page that was rendered for all. With a client's uuid it is cached, and purged with that
 * client's pages. `gone`: it is removed from the caches. `failed`: it is rendered for each candidate.
 * `unnamed`: so is this one, because it could not be purged.
 */
export type Verdict = { clientUuid: string } | "gone" | "failed" | "unnamed";

/** Judges a rendering: only a whole page, made from the platform's present data, is cached. */
export function judgeRendering(rendered: RenderResult): Verdict {
  const { status, hasExpectedType, html, isFromCopy, clientUuid } = rendered;
  // Whether a 404 is temporary is decided by the durable copies.
  if (status === 404 || status === 410) return "gone";
  if (status !== 200 || !hasExpectedType || html === "" || isFromCopy) return "failed";
  return clientUuid === undefined ? "unnamed" : { clientUuid };
}

/** How long a outcome is remembered, in ms. A page has its own cache. */
export const outcomeTtlMs = (outcome: RenderOutcome<unknown>): number =>
  typeof outcome === "object" ? 0 : OUTCOME_TTL_MS[outcome];

/**
 * The value of `Cache-Status` (RFC 9211). A negative `ttl` says for how many seconds the page has been
 * stale.
 *
 * @param ageMs of the page; undefined for one that is not from any copy
 */
export function cacheStatus(
  state: CacheState,
  ageMs: number | undefined,
  { PAGE_FRESH_MS }: PageAges,
): string {
  if (ageMs === undefined) return `Puerta; ${state}`;
  return `Puerta; ${state}; ttl=${Math.floor((PAGE_FRESH_MS - ageMs) / 1000)}`;
}
