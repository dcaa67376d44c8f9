import { BoundedMap } from "../../runtime/bounded-map";
import { after } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import { keptAddress, type KeptAddress } from "./page-key";
import { CACHE_TAG, outgoing, type Outgoing } from "../door.server";
import type { KeptPage, PageMemory } from "./page-memory.server";
import type { PageShelf } from "./page-shelf.server";
import {
  createMarks,
  filled,
  templateOf,
  type Marks,
  type PageTemplate,
} from "./page-template.server";
import type { Purges } from "./purges.server";

/** What came of drawing a page. */
export interface Drawn {
  /** Its `Cache-Tag` says whose page it is. */
  response: Response;
  /** When what is on it was read, if that was from a last good copy, in ms since 1970. */
  copiedAt: number | undefined;
  /** When the first of the reads that it is made of began, where there was one, in ms since 1970. */
  readSince: number | undefined;
  /** What it cost, as `Server-Timing` says it. */
  timing: string;
}

/** What came of drawing a page for all; `gone` and `failed` are to be drawn for each. */
type Renewal = { page: KeptPage; timing: string } | "gone" | "failed";

interface PagesOptions {
  /** This isolate's, shared by all its requests. */
  memory: PageMemory;
  /** This data centre's pages, and those that are everywhere, if there is such a place. */
  nearby: PageShelf;
  everywhere: PageShelf | undefined;
  purges: Purges;
  draw: (request: Request, marks: Marks) => Promise<Drawn>;
  /** Of the build: what it serves with its pages may have changed, and so do their ETags. */
  version: string;
  waitUntil: (work: Promise<unknown>) => void;
  settings: Record<"PAGE_FRESH_MS" | "PAGE_STALE_MS" | "PAGE_KEPT_MS", number>;
}

/** How long a page that is older than `PAGE_STALE_MS` waits to be drawn anew, in ms. */
const RENEWAL_MS = 1000;

/** How often a page is written to the place that is everywhere while it stays the same, in ms. */
const EVERYWHERE_MS = 60 * 60 * 1000;

/** How long others wait for a page that one request draws, in ms; then they draw it themselves. */
const DRAWING_MS = 15_000;

/** What this isolate draws just now, by key: one request draws, all that ask meanwhile share. */
const drawing = new Map<string, { renewal: Promise<Renewal>; begunAt: number }>();

/** What could not be drawn lately, by key: it is not tried again at once, in ms (design, section 7). */
const vain = new BoundedMap<string, { renewal: "gone" | "failed"; until: number }>(10_000);
const VAIN_MS = { gone: 10_000, failed: 2000 };

/** Has all be drawn and read anew that was begun until now: something has changed. */
export function forgetDrawings(): void {
  drawing.clear();
  vain.clear();
}

/** What this isolate has last written everywhere. */
const written = new BoundedMap<string, { etag: string; at: number }>(10_000);

/**
 * Pages as they were drawn for somebody else, good for a minute; older ones are served while they
 * are drawn anew, and the last good copy when the platform fails.
 *
 * Source: design, section 7.
 */
export function createPages(options: PagesOptions) {
  const { memory, nearby, everywhere, purges, draw, waitUntil, settings, version } = options;

  /** The page of a GET, kept or drawn; undefined if it is not a page that is kept. */
  async function answer(request: Request): Promise<Outgoing | undefined> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const at = isRead ? keptAddress(request.url) : undefined;
    if (at === undefined) return undefined;
    const { key } = at;

    const kept = await find(key);
    const age = kept ? Date.now() - kept.readAt : Infinity;
    if (kept && age < settings.PAGE_FRESH_MS) return served(request, kept, "hit");
    if (kept && (await purges.isPurged(kept.clientUuid, kept.readAt))) {
      memory.remove(key);
    } else if (kept) {
      const renewal = renew(at);
      if (age < settings.PAGE_STALE_MS) return served(request, kept, "hit; detail=renewing");
      const renewed = await Promise.race([renewal, after(RENEWAL_MS, "late")]);
      if (typeof renewed === "object") return renewedNow(request, renewed, "fwd=stale; stored");
      if (renewed === "late") return served(request, kept, "hit; detail=renewing");
      if (renewed === "failed") return served(request, kept, "hit; detail=platform-away");
      return drawn(request);
    }

    const renewal = await Promise.race([renew(at), after(DRAWING_MS, "late")]);
    if (typeof renewal === "object") return renewedNow(request, renewal, "fwd=miss; stored");
    const copy = renewal === "gone" ? undefined : await lastGood(key);
    return copy ? served(request, copy, "hit; detail=platform-away") : drawn(request);
  }

  /** In memory, else nearby; never what is known to be purged, or too old to be kept. */
  async function find(key: string): Promise<KeptPage | undefined> {
    const remembered = recalled(key);
    if (remembered) return remembered;
    const found = await nearby.get(key);
    // Another request may have drawn it meanwhile.
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
    // It is not written each time that it is drawn.
    if (!copy || !isGood(copy, settings.PAGE_KEPT_MS + EVERYWHERE_MS)) return undefined;
    return (await purges.isPurged(copy.clientUuid, copy.readAt)) ? undefined : copy;
  }

  /** Draws a page anew, for all that ask for it meanwhile. Never rejects. */
  function renew(at: KeptAddress): Promise<Renewal> {
    const { key } = at;
    const now = Date.now();
    const lately = vain.get(key);
    if (lately && now < lately.until) return Promise.resolve(lately.renewal);
    const underWay = drawing.get(key);
    // Whoever drew it may have been cut off in the middle.
    if (underWay && now - underWay.begunAt < DRAWING_MS) return underWay.renewal;
    const renewal = drawKept(at)
      .catch((error: unknown): Renewal => {
        console.error("A page could not be drawn:", faultLine(error));
        return "failed";
      })
      .then((drawn) => {
        // Another one's by now, if this one took too long or something has changed.
        if (drawing.get(key)?.renewal !== renewal) return drawn;
        drawing.delete(key);
        if (typeof drawn === "string") {
          vain.set(key, { renewal: drawn, until: Date.now() + VAIN_MS[drawn] });
        }
        return drawn;
      });
    drawing.set(key, { renewal, begunAt: now });
    // Whoever asked first may leave; the others still wait.
    waitUntil(renewal);
    return renewal;
  }

  async function drawKept({ key, address, siblings }: KeptAddress): Promise<Renewal> {
    const begunAt = Date.now();
    const marks = createMarks();
    // Nothing of whoever asks is on it.
    const { response, ...drawn } = await draw(new Request(address()), marks);
    const html = await response.text();
    if (response.status === 404 || response.status === 410) {
      for (const one of new Set([key, ...siblings()])) {
        memory.remove(one);
        written.delete(one);
        waitUntil(Promise.all([nearby.remove(one), everywhere?.remove(one)]));
      }
      return "gone";
    }
    const isPage = response.headers.get("Content-Type")?.startsWith("text/html") && html !== "";
    const { copiedAt, readSince, timing } = drawn;
    if (response.status !== 200 || !isPage || copiedAt !== undefined) return "failed";
    const clientUuid = response.headers.get(CACHE_TAG);
    if (clientUuid === null) {
      console.error(
        `A page does not say whose it is by ${CACHE_TAG}: it is drawn for each visitor`,
      );
      return "failed";
    }
    const readAt = Math.min(begunAt, readSince ?? begunAt);
    const page = { template: await templateOf(html, marks, version), clientUuid, readAt };
    memory.put(key, page);
    waitUntil(Promise.all([nearby.put(key, page), putEverywhere(key, page)]));
    return { page, timing };
  }

  async function putEverywhere(key: string, page: KeptPage): Promise<void> {
    if (!everywhere) return;
    const { etag } = page.template;
    const last = written.get(key);
    const isThere = last?.etag === etag && page.readAt - last.at < EVERYWHERE_MS;
    if (isThere && !purges.isKnownPurged(page.clientUuid, last.at)) return;
    written.set(key, { etag, at: page.readAt });
    await everywhere.put(key, page);
  }

  /** For this visitor alone: an error in a language of theirs, a page from the platform's last copy. */
  async function drawn(request: Request): Promise<Outgoing> {
    const marks = createMarks();
    const { response, copiedAt, timing } = await draw(request, marks);
    const state = copiedAt === undefined ? "fwd=miss" : "hit; detail=platform-away";
    response.headers.set("Cache-Status", cacheStatus(state, copiedAt));
    if (timing !== "") response.headers.set("Server-Timing", timing);
    return outgoing(response, marks.nonce);
  }

  function renewedNow(request: Request, { page, timing }: Exclude<Renewal, string>, state: string) {
    // It was being drawn when it was purged.
    if (purges.isKnownPurged(page.clientUuid, page.readAt)) return drawn(request);
    return served(request, page, state, timing);
  }

  function served(
    request: Request,
    { template, readAt }: KeptPage,
    state: string,
    timing = "",
  ): Outgoing {
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      // Kept by the browser, and asked about each time: what it has is good if we say so.
      "Cache-Control": "private, no-cache",
      ETag: template.etag,
      "Cache-Status": cacheStatus(state, readAt),
      ...(timing !== "" && { "Server-Timing": timing }),
    };
    if (isKnown(request, template)) return { status: 304, body: null, headers };
    const marks = createMarks();
    const body = request.method === "HEAD" ? null : filled(template, marks);
    return { status: 200, body, headers, nonce: marks.nonce };
  }

  /** How a page was come by (RFC 9211); a `ttl` below 0 says for how many seconds it has been stale. */
  function cacheStatus(state: string, readAt: number | undefined): string {
    const ttl =
      readAt === undefined
        ? ""
        : `; ttl=${Math.floor((readAt + settings.PAGE_FRESH_MS - Date.now()) / 1000)}`;
    return `Puerta; ${state}${ttl}`;
  }

  return { answer };
}

/** RFC 9110, section 13.1.2; compared weakly. */
function isKnown(request: Request, { etag }: PageTemplate): boolean {
  const given = request.headers.get("If-None-Match");
  return given !== null && (given.trim() === "*" || given.includes(etag));
}
