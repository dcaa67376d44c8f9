import { BoundedMap } from "../../runtime/bounded-map";
import { after } from "../../runtime/deadline.server";
import { sourceOf, sourceQuery, withSource } from "../../source";
import { CACHE_TAG, outgoing, type Outgoing } from "../door.server";
import { drawOnce, isToBeDrawn } from "./drawings.server";
import { miss } from "./missing-pages.server";
import {
  ageOf,
  cacheStatus,
  choose,
  isFresh,
  isToBeWritten,
  lastGoodMs,
  renewalWaitMs,
  verdictOn,
  type CacheState,
  type Known,
  type PageAges,
  type Renewal,
  type Written,
} from "./page-decision";
import { keptAddress, type KeptAddress } from "./page-key";
import type { KeptPage, PageMemory } from "./page-memory.server";
import type { PageShelf } from "./page-shelf.server";
import {
  createMarks,
  createSourceMark,
  filled,
  templateOf,
  type Marks,
} from "./page-template.server";
import { markedSource } from "./source-places.server";
import type { Purges } from "./purges.server";

/** What came of drawing a page. */
export interface Drawn {
  /** Its `Cache-Tag` says whose page it is. */
  response: Response;
  /** When the copy was made that the page shows because the platform is away, in ms since 1970. */
  copiedAt: number | undefined;
  /** When the first read began that was waited for, in ms since 1970; undefined if none was. */
  readSince: number | undefined;
  /** When the oldest of the platform's answers was read that the page shows, in ms since 1970. */
  knownSince: number | undefined;
  /** What drawing it cost, as `Server-Timing` says it. */
  timing: string;
}

interface PagesOptions {
  /** This isolate's pages, shared by all its requests. */
  memory: PageMemory;
  /** The pages of this data centre. */
  nearby: PageShelf;
  /** The last good copies, for all data centres; undefined where nothing is bound for them. */
  everywhere: PageShelf | undefined;
  purges: Purges;
  /** Draws the page that a request asks for. May throw. */
  draw: (request: Request, marks: Marks, isForOne: boolean) => Promise<Drawn>;
  /**
   * Refuses a request that no kept page answers, if its network has asked for too much; undefined if it
   * may go on. `isFirst`: the platform will be asked for what may not be there.
   */
  refuse: (request: Request, isFirst: boolean) => Promise<Outgoing | undefined>;
  /** Is called when the platform was asked for a page that is not there. */
  onMissing: () => void;
  /** Of the build. It is part of ETags: another build serves other headers with the same page. */
  version: string;
  /** Has work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
  settings: PageAges & {
    /** For how long a page must be answered 404 until its copies are forgotten, in ms. */
    FORGET_AFTER_MS: number;
  };
}

/** What this isolate last wrote everywhere, by key. */
const written = new BoundedMap<string, Written>(10_000);

/**
 * The page cache. A page is drawn once for all visitors and kept; what is served, and when a page is
 * drawn anew, is decided in `page-decision.ts`.
 *
 * Source: design, section 7; docs/decisions/0015.
 */
export function createPages(options: PagesOptions) {
  const { memory, nearby, everywhere, purges, draw, waitUntil, settings, version } = options;
  const { refuse, onMissing } = options;

  /**
   * Answers a request for a page that is kept; undefined for any other request. Rejects if a page for this
   * visitor alone cannot be drawn.
   */
  async function answer(request: Request): Promise<Outgoing | undefined> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const at = isRead ? keptAddress(request.url) : undefined;
    if (at === undefined) return undefined;

    const found = await find(at.key);
    const ageMs = found ? ageOf(found, Date.now()) : Infinity;
    if (found && isFresh(ageMs, settings)) return served(request, at, found, "hit", "");

    const isPurged = found && (await purges.isPurged(found.clientUuid, found.readAt));
    if (isPurged) memory.remove(at.key);
    const kept = isPurged ? undefined : found;
    const refused = kept ? undefined : await refuse(request, isToBeDrawn(at.key));
    if (refused) return refused;
    const renewal = await renewed(at, renewalWaitMs(kept ? ageMs : undefined, settings));
    const known: Known<KeptPage> = { kept, renewal };
    let choice = choose(known);
    if (choice === "look-for-last-good") {
      choice = choose({ ...known, lastGood: (await lastGood(at.key)) ?? null });
    }
    if (typeof choice === "string") {
      return (kept && (await refuse(request, false))) ?? drawnForOne(request);
    }
    return served(request, at, choice.page, choice.state, choice.timing);
  }

  /** The page in memory, else nearby; never one that is known to be purged, or too old to be kept. */
  async function find(key: string): Promise<KeptPage | undefined> {
    const remembered = recalled(key);
    if (remembered) return remembered;
    const found = await nearby.get(key);
    // While it was looked for nearby, another request may have drawn a newer one.
    const drawnSince = recalled(key);
    if (drawnSince || !found || !isGood(found)) return drawnSince;
    memory.put(key, found);
    return found;
  }

  function recalled(key: string): KeptPage | undefined {
    const page = memory.get(key);
    return page && isGood(page) ? page : undefined;
  }

  const isGood = ({ clientUuid, readAt }: KeptPage, keptMs = settings.PAGE_KEPT_MS) =>
    Date.now() - readAt < keptMs && !purges.isKnownPurged(clientUuid, readAt);

  async function lastGood(key: string): Promise<KeptPage | undefined> {
    const copy = await everywhere?.get(key);
    if (!copy || !isGood(copy, lastGoodMs(settings))) return undefined;
    return (await purges.isPurged(copy.clientUuid, copy.readAt)) ? undefined : copy;
  }

  /** Has a page drawn for all, and waits for it `waitMs` at most. */
  async function renewed(at: KeptAddress, waitMs: number): Promise<Known<KeptPage>["renewal"]> {
    const drawing = drawOnce(at.key, () => drawForAll(at), waitUntil);
    const renewal = waitMs === 0 ? "late" : await Promise.race([drawing, after(waitMs, "late")]);
    if (typeof renewal === "string") return renewal;
    const { clientUuid, readAt } = renewal.page;
    return purges.isKnownPurged(clientUuid, readAt) ? "purged" : renewal;
  }

  /** Draws a page for all visitors and keeps it, or removes what is kept of it. */
  async function drawForAll(at: KeptAddress): Promise<Renewal<KeptPage>> {
    const begunAt = Date.now();
    const [marks, sourceMark] = [createMarks(), createSourceMark()];
    // A request of our own: nothing of the visitor's gets onto a page for all.
    const address = withSource(at.address(), sourceQuery(markedSource(sourceMark)));
    const drawn = await draw(new Request(address), marks, false);
    const { status, headers } = drawn.response;
    const html = await drawn.response.text();
    const verdict = verdictOn({
      status,
      html,
      isOfItsType: headers.get("Content-Type") === at.contentType,
      isFromCopy: drawn.copiedAt !== undefined,
      clientUuid: headers.get(CACHE_TAG),
    });
    if (verdict === "gone" || verdict === "missing") {
      const keys = new Set([at.key, ...at.siblings()]);
      if (verdict === "gone") remove(keys);
      // What is remembered of an earlier 404 is not another one.
      else if (drawn.readSince !== undefined) {
        missing(keys, drawn.readSince);
        onMissing();
      }
      return "gone";
    }
    if (verdict === "unnamed") {
      console.error(
        `A page does not say by ${CACHE_TAG} whose it is: it is drawn for each visitor`,
      );
    }
    if (typeof verdict === "string") return "failed";
    const readAt = Math.min(begunAt, drawn.knownSince ?? begunAt);
    const template = await templateOf(html, marks, version, sourceMark);
    const page = { template, clientUuid: verdict.clientUuid, readAt };
    memory.put(at.key, page);
    waitUntil(Promise.all([nearby.put(at.key, page), putEverywhere(at.key, page)]));
    return { page, timing: drawn.timing };
  }

  function remove(keys: Iterable<string>): void {
    for (const key of keys) {
      memory.remove(key);
      written.delete(key);
      waitUntil(Promise.all([nearby.remove(key), everywhere?.remove(key)]));
    }
  }

  /** Marks what is kept, or removes what has been missing for too long. */
  function missing(keys: Iterable<string>, seenAt: number): void {
    const { FORGET_AFTER_MS } = settings;
    for (const key of keys) {
      // A page that is back is written everywhere at once, so that its mark goes.
      written.delete(key);
      for (const place of [memory, nearby, everywhere]) {
        if (place) waitUntil(miss(place, { key, seenAt, forgetAfterMs: FORGET_AFTER_MS }));
      }
    }
  }

  async function putEverywhere(key: string, page: KeptPage): Promise<void> {
    if (!everywhere) return;
    const { clientUuid, readAt } = page;
    const now: Written = { etag: page.template.etag, readAt };
    const last = written.get(key);
    const isPurged = last !== undefined && purges.isKnownPurged(clientUuid, last.readAt);
    if (!isToBeWritten(now, last && { ...last, isPurged })) return;
    written.set(key, now);
    await everywhere.put(key, page);
  }

  /** Draws a page for this visitor alone: an error in their language, or a copy of the platform's data. */
  async function drawnForOne(request: Request): Promise<Outgoing> {
    const marks = createMarks();
    const { response, copiedAt, timing } = await draw(request, marks, true);
    const state = copiedAt === undefined ? "fwd=miss" : "hit; detail=platform-away";
    const ageMs = copiedAt === undefined ? undefined : Date.now() - copiedAt;
    response.headers.set("Cache-Status", cacheStatus(state, ageMs, settings));
    if (timing !== "") response.headers.set("Server-Timing", timing);
    return outgoing(response, marks.nonce);
  }

  function served(
    request: Request,
    { contentType, isForAllSites }: KeptAddress,
    { template, readAt, clientUuid }: KeptPage,
    state: CacheState,
    timing: string,
  ): Outgoing {
    const headers = {
      "Content-Type": contentType,
      // The browser keeps the page and asks each time whether it is still good (304).
      "Cache-Control": "private, no-cache",
      ETag: template.etag,
      "Cache-Status": cacheStatus(state, Date.now() - readAt, settings),
      ...(isForAllSites && { "Access-Control-Allow-Origin": "*" }),
      ...(timing !== "" && { "Server-Timing": timing }),
    };
    if (isInBrowser(request, template.etag)) {
      return { status: 304, body: null, headers, clientUuid };
    }
    const marks = createMarks();
    const body = request.method === "HEAD" ? null : filled(template, marks, sourceOf(request.url));
    return { status: 200, body, headers, nonce: marks.nonce, clientUuid };
  }

  return { answer };
}

/** Whether the browser has this very page: RFC 9110, section 13.1.2, by weak comparison. */
function isInBrowser(request: Request, etag: string): boolean {
  const given = request.headers.get("If-None-Match");
  return given !== null && (given.trim() === "*" || given.includes(etag));
}
