import { REMEMBERED_MS } from "../../platform/missing";

/**
 * The choices of the page cache, as pure functions: which page a visitor gets, and what becomes of a
 * page that was drawn. `pages.server.ts` carries them out.
 *
 * Source: design, section 7; docs/decisions/0015.
 */

/** How old a page may grow, in ms since the platform was read for it. */
export interface PageAges {
  /** Younger than this it is served as it is. */
  PAGE_FRESH_MS: number;
  /** Younger than this it is served while it is renewed behind the answer. */
  PAGE_STALE_MS: number;
  /** Younger than this it is served while the platform is away. */
  PAGE_KEPT_MS: number;
}

/** How long a visitor waits for a page older than `PAGE_STALE_MS` to be renewed, in ms. */
const RENEWAL_MS = 1000;

/** A drawing that has not ended after so long is taken for cut off, in ms. */
const DRAWING_MS = 15_000;

/** How often an unchanged page is written everywhere, in ms. */
const REWRITE_MS = 60 * 60 * 1000;

/** How the answer came about, as `Cache-Status` says it (RFC 9211, section 2). */
export type CacheState =
  | "hit"
  | "hit; detail=renewing"
  | "hit; detail=platform-away"
  | "fwd=stale; stored"
  | "fwd=miss; stored"
  | "fwd=miss";

/**
 * What came of drawing a page for all visitors: the page, with what drawing it cost as `Server-Timing`
 * says it; `gone` where the platform does not have it; `failed` where it cannot be kept.
 */
export type Renewal<Page> = { page: Page; timing: string } | "gone" | "failed";

/** All that a page's answer depends on once the kept page, if there is one, is not fresh. */
export interface Known<Page> {
  /** The kept page, unless it was purged. */
  kept: Page | undefined;
  /** `late`: it is still being drawn. `purged`: it was drawn, but purged meanwhile. */
  renewal: Renewal<Page> | "late" | "purged";
  /** The copy from everywhere; null if there is none, undefined before it was looked for. */
  lastGood?: Page | null;
}

/**
 * What is done next: serve a page; look for the last good copy, and choose again; or draw a page for this
 * visitor alone.
 */
export type Choice<Page> =
  | { page: Page; state: CacheState; timing: string }
  | "look-for-last-good"
  | "draw-for-one";

/**
 * How old a kept page counts, in ms: whatever its age, one that the platform has answered 404 for since
 * is served only while it is away.
 */
export const ageOf = (
  { readAt, missingSince }: { readAt: number; missingSince?: number | undefined },
  now: number,
): number => (missingSince === undefined ? now - readAt : Infinity);

/** Whether a kept page is served as it is: nothing is asked, and nothing is drawn. */
export const isFresh = (ageMs: number, { PAGE_FRESH_MS }: PageAges): boolean =>
  ageMs < PAGE_FRESH_MS;

/**
 * How long a visitor waits for the renewal of a page that is not fresh, in ms; 0: not at all.
 *
 * @param ageMs of the kept page; undefined if there is none
 */
export function renewalWaitMs(ageMs: number | undefined, { PAGE_STALE_MS }: PageAges): number {
  if (ageMs === undefined) return DRAWING_MS;
  return ageMs < PAGE_STALE_MS ? 0 : RENEWAL_MS;
}

/** Which page a visitor gets when the kept one is not fresh. */
export function choose<Page>({ kept, renewal, lastGood }: Known<Page>): Choice<Page> {
  if (typeof renewal === "object") {
    const state = kept === undefined ? "fwd=miss; stored" : "fwd=stale; stored";
    return { page: renewal.page, state, timing: renewal.timing };
  }
  if (renewal === "gone" || renewal === "purged") return "draw-for-one";
  if (kept !== undefined) {
    const state = renewal === "late" ? "hit; detail=renewing" : "hit; detail=platform-away";
    return { page: kept, state, timing: "" };
  }
  if (lastGood === undefined) return "look-for-last-good";
  if (lastGood === null) return "draw-for-one";
  return { page: lastGood, state: "hit; detail=platform-away", timing: "" };
}

/**
 * How old a last good copy may be, in ms. It may be an hour older than other pages, because an unchanged
 * page is written everywhere only once an hour.
 */
export const lastGoodMs = ({ PAGE_KEPT_MS }: PageAges): number => PAGE_KEPT_MS + REWRITE_MS;

/** What a drawing for all gave. */
export interface DrawnForAll {
  status: number;
  /** Whether it is of the type that is kept at its address. */
  isOfItsType: boolean;
  html: string;
  /** Whether the platform was away, and an older copy of its data was drawn. */
  isFromCopy: boolean;
  /** Whose page it says it is. */
  clientUuid: string | null;
}

/**
 * What becomes of a page that was drawn for all. With a client's uuid, it is kept, and purged with that
 * client's pages. `gone`: its copies are removed. `missing`: it may be gone, or only for a moment.
 * `failed`: it is drawn for each visitor. `unnamed`: so is this one, because it does not say whose it is,
 * and so could not be purged.
 */
export type Verdict = { clientUuid: string } | "gone" | "missing" | "failed" | "unnamed";

/** Judges a drawing: only a whole page, drawn from the platform's present data, is kept. */
export function verdictOn(drawn: DrawnForAll): Verdict {
  const { status, isOfItsType, html, isFromCopy, clientUuid } = drawn;
  if (status === 410) return "gone";
  if (status === 404) return "missing";
  const isPage = isOfItsType && html !== "";
  if (status !== 200 || !isPage || isFromCopy) return "failed";
  return clientUuid === null ? "unnamed" : { clientUuid };
}

/** A page as it was last written everywhere. */
export interface Written {
  etag: string;
  /** In ms since 1970. */
  readAt: number;
}

/**
 * Whether a page is to be written everywhere: it is not there yet, it has changed, or the copy there was
 * purged or is an hour old.
 *
 * @param last what this isolate wrote there before
 */
export function isToBeWritten(
  page: Written,
  last: (Written & { isPurged: boolean }) | undefined,
): boolean {
  if (!last || last.isPurged || last.etag !== page.etag) return true;
  return page.readAt - last.readAt >= REWRITE_MS;
}

/** A drawing for all that gave no page, and when it ended, in ms since 1970. */
export interface FailedDrawing {
  outcome: "gone" | "failed";
  endedAt: number;
}

/** Whether a page that could not be drawn for all may be tried again. */
export const mayDrawAgain = ({ outcome, endedAt }: FailedDrawing, now: number): boolean =>
  now - endedAt >= REMEMBERED_MS[outcome];

/** Whether a drawing is given up: the request that it ran in may have been cut off. */
export const isCutOff = (begunAt: number, now: number): boolean => now - begunAt >= DRAWING_MS;

/**
 * The value of `Cache-Status` (RFC 9211). A `ttl` below 0 says for how many seconds the page has been
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
