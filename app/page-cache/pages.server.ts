import { delay } from "../runtime/deadline.server";
import { SizedMap } from "../runtime/bounded-map";
import { formatError } from "../runtime/log.server";
import type { Outgoing } from "../runtime/outgoing";
import { sourceQuery, withSource } from "../candidate-source";
import { createLocalCache } from "./local-cache.server";
import {
  cacheStatus,
  choosePage,
  isFresh,
  RENDER_TIMEOUT_MS,
  outcomeTtlMs,
  renderWaitMs,
  decideCaching,
  type CacheState,
  type PageState,
  type PageAges,
  type RenderOutcome,
} from "./page-decision.server";
import { getPageAddress, type PageAddress } from "./page-key";
import {
  createTemplate,
  createTokens,
  fillTemplate,
  type CachedPage,
  type Tokens,
} from "./page-template.server";
import type { Purges } from "../reads/purges.server";
import type { Read } from "../reads/reads.server";
import { isolateWork, type WaitUntil } from "../reads/shared-work.server";
import { markerSource } from "./source-placeholders.server";

/** What the page cache must know of a page. */
export interface PageFacts {
  /** A purge of this client invalidates the page. */
  clientUuid: string;
  /** When the earliest read of the page's data began, in ms since 1970. */
  readAt: number;
  /** Whether the page shows old data, because the platform is unreachable or late. */
  isFromCopy: boolean;
  /** Durations of the calls, for `Server-Timing`. */
  timing: string;
}

export const toPageFacts = (
  clientUuid: string,
  { readAt, from, timing }: Omit<Read<unknown>, "value">,
): PageFacts => ({ clientUuid, readAt, isFromCopy: from === "copy", timing });

export interface Rendered {
  response: Response;
  /** Undefined if the page can't be cached, such as an error or a receipt. */
  facts: PageFacts | undefined;
}

/** Estimated memory of a cached page, excluding its contents, in bytes. */
const OVERHEAD = 1024;

/** Estimated memory per source placeholder in a page, in bytes. */
const PLACE_BYTES = 32;

/** This isolate's rendered pages, by key. */
const memory = new SizedMap<CachedPage>(
  24 * 1024 * 1024,
  ({ template: { bytes, sources } }) => OVERHEAD + bytes.byteLength + PLACE_BYTES * sources.length,
);

interface FreshOptions {
  request: Request;
  isRead: boolean;
  settings: PageAges & { PAGE_CACHE: "on" | "off"; MAINTENANCE: "on" | "off" };
  purges: Purges;
}

/** Serves a fresh page from this isolate's memory. Returns undefined for other requests. */
export function serveFreshPage(options: FreshOptions): Outgoing | undefined {
  const { request, isRead, settings, purges } = options;
  if (!isRead || settings.PAGE_CACHE === "off" || settings.MAINTENANCE === "on") return undefined;
  const at = getPageAddress(request.url);
  const page = at && findInMemory(at.key, settings, purges);
  const isServed = page && isFresh(Date.now() - page.readAt, settings);
  return isServed ? serve(request, at, page, settings, "hit", "") : undefined;
}

interface PagesOptions {
  settings: PageAges;
  purges: Purges;
  /** Version of the build. It is part of ETags, because another build might send other headers with the page. */
  version: string;
  waitUntil: WaitUntil;
  /** Renders a page for one candidate (`isPersonal`) or for all. Can throw. */
  render: (request: Request, tokens: Tokens, isPersonal: boolean) => Promise<Rendered>;
  /**
   * Returns a refusal if the visitor's network is over a limit. Not called if a cached page can be served.
   *
   * @param isNew whether the page's rendering has yet to start
   */
  refuse: (isNew: boolean) => Promise<Outgoing | undefined>;
}

/**
 * Creates the page cache. A page is rendered once for all candidates and cached. `page-decision.server.ts` decides
 * what to serve and when to render again.
 *
 * Source: decision 0053.
 */
export function createPages(options: PagesOptions) {
  const { settings, purges, version, waitUntil, render, refuse } = options;
  const local = createLocalCache(version, settings.PAGE_FALLBACK_MS);
  const workKey = (at: PageAddress) => `page ${at.key}`;

  /**
   * Returns the response for a page that can be cached; undefined for other requests.
   *
   * @throws the error of `render`
   */
  async function answer(request: Request): Promise<Outgoing | undefined> {
    const at = getPageAddress(request.url);
    if (!at) return undefined;
    const found = await find(at.key);
    if (found && isFresh(Date.now() - found.readAt, settings)) {
      return serve(request, at, found, settings, "hit", "");
    }

    const refused = found ? undefined : await refuse(isolateWork.isNew(workKey(at)));
    if (refused) return refused;
    const { cached, outcome } = found
      ? await renew(at, found)
      : { cached: undefined, outcome: await renderWithin(at, RENDER_TIMEOUT_MS) };
    const choice = choosePage({ cached, outcome });
    if (choice !== "render-for-one") {
      return serve(request, at, choice.page, settings, choice.state, choice.timing);
    }
    return (found && (await refuse(false))) ?? renderPersonal(request);
  }

  /**
   * Starts to render a page that is not fresh, and to look for a purge. Waits only if the page is too old or may have
   * been purged.
   */
  async function renew(at: PageAddress, found: CachedPage): Promise<PageState<CachedPage>> {
    const { clientUuid, readAt } = found;
    const ageMs = Date.now() - readAt;
    const waitMs = renderWaitMs(ageMs, purges.mayMissPurge(clientUuid, readAt), settings);
    const refreshing = purges.refresh(clientUuid);
    const isOld = ageMs >= settings.PAGE_STALE_MS;
    const outcome = await renderWithin(at, waitMs, isOld ? undefined : refreshing);
    if (!purges.isKnownPurged(clientUuid, readAt)) return { cached: found, outcome };
    memory.remove(at.key);
    const isLate = outcome === "late";
    return {
      cached: undefined,
      outcome: isLate ? await renderWithin(at, RENDER_TIMEOUT_MS) : outcome,
    };
  }

  /** Finds a page in memory, else in the local cache. Skips pages that are too old or known to be purged. */
  async function find(key: string): Promise<CachedPage | undefined> {
    const remembered = findInMemory(key, settings, purges);
    if (remembered) return remembered;
    const found = await local.get(key);
    // Another request might have rendered a newer page in the meantime.
    const newer = findInMemory(key, settings, purges);
    if (newer || !found || !isUsable(found, settings, purges)) return newer;
    memory.put(key, found);
    return found;
  }

  /**
   * Starts or joins the rendering of a shared page, and waits for the outcome.
   *
   * @param waitMs how long to wait at most
   * @param enough ends the wait when it resolves
   */
  async function renderWithin(
    at: PageAddress,
    waitMs: number,
    enough?: Promise<void>,
  ): Promise<PageState<CachedPage>["outcome"]> {
    const work = { work: () => renderShared(at), limitMs: RENDER_TIMEOUT_MS, ttlMs: outcomeTtlMs };
    const rendering = isolateWork.run(workKey(at), work, waitUntil);
    const late = [delay(waitMs, "late"), ...(enough ? [enough.then(() => "late" as const)] : [])];
    const outcome = waitMs === 0 ? "late" : await Promise.race([rendering, ...late]);
    if (typeof outcome === "string") return outcome;
    const { clientUuid, readAt } = outcome.page;
    return purges.isKnownPurged(clientUuid, readAt) ? "purged" : outcome;
  }

  /** Renders and caches a shared page. Removes a missing page from the caches. Never rejects. */
  async function renderShared(at: PageAddress): Promise<RenderOutcome<CachedPage>> {
    try {
      return await renderAndCache(at);
    } catch (error) {
      console.error("A page could not be rendered:", formatError(error));
      return "failed";
    }
  }

  async function renderAndCache(at: PageAddress): Promise<RenderOutcome<CachedPage>> {
    const startedAt = Date.now();
    const [tokens, sourceMarker] = [createTokens(), crypto.randomUUID()];
    // Use a new request, so that no candidate data reaches a shared page.
    const address = withSource(at.address(), sourceQuery(markerSource(sourceMarker)));
    const { response, facts } = await render(new Request(address), tokens, false);
    const { status, headers } = response;
    const { clientUuid, readAt = startedAt, isFromCopy = false, timing = "" } = facts ?? {};
    const html = await response.text();
    const hasExpectedType = headers.get("Content-Type") === at.contentType;
    const decision = decideCaching({ status, html, hasExpectedType, isFromCopy, clientUuid });
    if (decision === "no-client") console.error("A page without a client was not cached");
    if (decision === "gone") {
      for (const key of [at.key, ...at.siblings()]) {
        memory.remove(key);
        waitUntil(local.remove(key));
      }
      return "gone";
    }
    if (typeof decision === "string") return "failed";
    const template = await createTemplate(html, tokens, version, sourceMarker);
    const page = { template, clientUuid: decision.clientUuid, readAt: Math.min(startedAt, readAt) };
    memory.put(at.key, page);
    waitUntil(local.put(at.key, page));
    return { page, timing };
  }

  /** Renders a page for this candidate alone, such as an error page or a page from a durable copy. */
  async function renderPersonal(request: Request): Promise<Outgoing> {
    const tokens = createTokens();
    const { response, facts } = await render(request, tokens, true);
    const { status, body, headers } = response;
    const state = facts?.isFromCopy ? "hit; detail=platform-away" : "fwd=miss";
    const ageMs = facts?.isFromCopy ? Date.now() - facts.readAt : undefined;
    headers.set("Cache-Status", cacheStatus(state, ageMs, settings));
    return { status, body, headers, nonce: tokens.nonce, clientUuid: facts?.clientUuid };
  }

  return { answer };
}

function findInMemory(key: string, settings: PageAges, purges: Purges): CachedPage | undefined {
  const page = memory.get(key);
  return page && isUsable(page, settings, purges) ? page : undefined;
}

const isUsable = (
  { clientUuid, readAt }: CachedPage,
  { PAGE_FALLBACK_MS }: PageAges,
  purges: Purges,
): boolean => Date.now() - readAt < PAGE_FALLBACK_MS && !purges.isKnownPurged(clientUuid, readAt);

/** @param timing the `Server-Timing` of the page's reads; empty for a cached page */
function serve(
  request: Request,
  { contentType, isCrossOrigin, source }: PageAddress,
  { template, readAt, clientUuid }: CachedPage,
  settings: PageAges,
  state: CacheState,
  timing: string,
): Outgoing {
  const { etag } = template;
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "private, no-cache",
    ETag: etag,
    "Cache-Status": cacheStatus(state, Date.now() - readAt, settings),
    ...(isCrossOrigin && { "Access-Control-Allow-Origin": "*" }),
    ...(timing !== "" && { "Server-Timing": timing }),
  };
  if (matchesEtag(request, etag)) return { status: 304, body: null, headers, clientUuid };
  const tokens = createTokens();
  const isHead = request.method === "HEAD";
  const body = isHead ? null : fillTemplate(template, tokens, source);
  return { status: 200, body, headers, nonce: tokens.nonce, clientUuid };
}

/** Whether the browser's cached copy is current, by weak comparison (RFC 9110, section 13.1.2). */
function matchesEtag(request: Request, etag: string): boolean {
  const condition = request.headers.get("If-None-Match");
  return condition !== null && (condition.trim() === "*" || condition.includes(etag));
}
