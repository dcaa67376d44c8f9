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
  lastChecked,
  RENDER_TIMEOUT_MS,
  outcomeTtlMs,
  renderWaitMs,
  decideCaching,
  type CacheState,
  type PageState,
  type PageAges,
  type RenderOutcome,
} from "./page-decision.server";
import type { Languages } from "../i18n/language";
import { getPageAddress, type PageAddress } from "./page-key";
import {
  createTemplate,
  createTokens,
  fillTemplate,
  type CachedPage,
  type Tokens,
} from "./page-template.server";
import type { CompanyRecord } from "../reads/company-record";
import type { Purges } from "../reads/purges.server";
import type { Read } from "../reads/reads.server";
import { clientsOfPositions } from "../reads/memory.server";
import { isolateWork, type WaitUntil } from "../reads/shared-work.server";
import { createSharedRecords } from "./shared-records.server";
import type { SharedStore } from "./shared-store.server";
import { markerSource } from "./source-placeholders.server";

/** The page cache's data about a page. */
export interface PageFacts {
  /** A purge of this client invalidates the page. */
  clientUuid: string;
  /** The id of the page's position or client, as the platform spells it. */
  id: string;
  /** When the earliest read of the page's data began, in ms since 1970. */
  readAt: number;
  /** Whether the page shows old data, because the platform is unreachable or late. */
  isFromCopy: boolean;
  /** Durations of the calls, for `Server-Timing`. */
  timing: string;
}

export const toPageFacts = (
  { client, position = client }: { client: string; position?: string },
  { readAt, from, timing }: Omit<Read<unknown>, "value">,
): PageFacts => ({
  ...{ clientUuid: client, id: position, readAt, isFromCopy: from === "copy", timing },
});

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

/** Delay between a response and rendering its page again, in ms. */
const AFTER_RESPONSE_MS = 10;

/** How often a view of a page is reported to the shared store, in ms. */
const REPORT_VIEW_MS = 24 * 60 * 60 * 1000;

interface FreshOptions {
  request: Request;
  isRead: boolean;
  settings: PageSettings & { PAGE_CACHE: "on" | "off"; MAINTENANCE: "on" | "off" };
  purges: Purges;
}

/** Serves a fresh page from this isolate's memory. Returns undefined for other requests. */
export function serveFreshPage(options: FreshOptions): Outgoing | undefined {
  const { request, isRead, settings, purges } = options;
  if (!isRead || settings.PAGE_CACHE === "off" || settings.MAINTENANCE === "on") return undefined;
  const at = getPageAddress(request.url, settings.LANGUAGES);
  const page = at && findInMemory(at.key, settings, purges);
  const isServed = page && isFresh(Date.now() - page.checkedAt, settings);
  return isServed ? serve(request, at, page, settings, "hit", "") : undefined;
}

interface PageSettings extends PageAges {
  LANGUAGES: Languages;
}

interface PagesOptions {
  settings: PageSettings;
  purges: Purges;
  store: SharedStore;
  /** The company that owns the requested host; undefined on the shared host. */
  owner: string | undefined;
  /** Whether rendering the page may be faster than finding it in the shared store. */
  isNearPlatform: boolean;
  /** Version of the build. It is part of ETags, because another build might send other headers with the page. */
  version: string;
  waitUntil: WaitUntil;
  /** Called if no run has verified this build's stored pages recently. */
  onRunDue: () => void;
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
  const { settings, purges, store, owner, isNearPlatform, version, waitUntil, render, refuse } =
    options;
  const local = createLocalCache(version, settings.PAGE_FALLBACK_MS);
  const records = createSharedRecords(options);
  /** The name of the company's record in the shared store. */
  const recordName = (at: PageAddress) => owner ?? at.code;
  const workKey = (at: PageAddress) => `page ${at.key}`;

  /**
   * Returns the response for a page that can be cached; undefined for other requests.
   *
   * @throws the error of `render`
   */
  async function answer(request: Request): Promise<Outgoing | undefined> {
    const at = getPageAddress(request.url, settings.LANGUAGES);
    if (!at) return undefined;
    const near = await findNear(at.key);
    const refused = near ? undefined : await refuse(isolateWork.isNew(workKey(at)));
    if (refused) return refused;
    const found = near && isSure(near) ? near : await findShared(at, near);
    if (found && isFresh(Date.now() - found.checkedAt, settings)) {
      return serve(request, at, found, settings, "hit", "");
    }
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
   * Starts to render a page that is not fresh, and checks for a purge. Waits only if the page is too old or
   * may have been purged.
   */
  async function renew(at: PageAddress, found: CachedPage): Promise<PageState<CachedPage>> {
    const { clientUuid, readAt, checkedAt } = found;
    const ageMs = Date.now() - checkedAt;
    const waitMs = renderWaitMs(ageMs, purges.mayMissPurge(clientUuid, readAt), settings);
    // With the shared store, the last purge is requested only when needed.
    const refreshing =
      store.isBound && waitMs === 0 ? Promise.resolve() : purges.refresh(clientUuid);
    if (waitMs === 0) {
      // Send the page first. Rendering needs the CPU, and does not help this candidate.
      if (isolateWork.isNew(workKey(at))) {
        waitUntil(delay(AFTER_RESPONSE_MS, undefined).then(() => renewLater(at)));
      }
      return { cached: found, outcome: "late" };
    }
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

  /** Whether a page is at most ten minutes old and can have missed only purges of the last two minutes. */
  const isSure = ({ clientUuid, readAt, checkedAt }: CachedPage): boolean =>
    isYoung(checkedAt) && !purges.mayMissPurge(clientUuid, readAt);

  const isYoung = (checkedAt: number) => Date.now() - checkedAt < settings.PAGE_STALE_MS;

  /**
   * Finds a page in the shared store, or its company's record, which shows whether this data centre's page is
   * current. Near the platform, also renders the page in parallel.
   *
   * @param near the page in this data centre
   */
  async function findShared(
    at: PageAddress,
    near: CachedPage | undefined,
  ): Promise<CachedPage | undefined> {
    // Near the platform, the last purge is requested from its Durable Object, which is equally close.
    if (!store.isBound || (near && isNearPlatform && isYoung(near.checkedAt))) return near;
    const reading = lookUp(at, near);
    if (!isNearPlatform) return reading;
    const rendered = startRendering(at).then((outcome) =>
      typeof outcome === "object" && isUsable(outcome.page, settings, purges)
        ? outcome.page
        : reading,
    );
    return Promise.race([reading.then((found) => found ?? rendered), rendered]);
  }

  async function lookUp(
    at: PageAddress,
    near: CachedPage | undefined,
  ): Promise<CachedPage | undefined> {
    const name = recordName(at);
    const reading = records.refresh(name);
    if (reading) {
      const [stored] = await Promise.all([store.get(at.key), reading]);
      return chooseNewest(at, records.get(name), near, stored);
    }
    const record = records.get(name);
    const best = near && chooseNewest(at, record, near, undefined);
    // The record often confirms that this data centre's page is current.
    return best && isSure(best) ? best : chooseNewest(at, record, best, await store.get(at.key));
  }

  /** Chooses the page that was last known to be current, and remembers it. */
  function chooseNewest(
    at: PageAddress,
    record: CompanyRecord | undefined,
    near: CachedPage | undefined,
    stored: CachedPage | undefined,
  ): CachedPage | undefined {
    // Another request might have rendered a newer page in the meantime.
    const here = findInMemory(at.key, settings, purges) ?? near;
    let newest: CachedPage | undefined;
    for (const page of [here, stored]) {
      const checkedAt = page && lastChecked(page, at, record);
      if (!page || checkedAt === undefined || checkedAt <= (newest?.checkedAt ?? 0)) continue;
      const checked = { ...page, checkedAt };
      if (isUsable(checked, settings, purges)) newest = checked;
    }
    if (!newest) memory.remove(at.key);
    else memory.put(at.key, newest);
    if (newest) clientsOfPositions.set(at.id, newest.clientUuid);
    if (newest && newest.template === stored?.template) waitUntil(local.put(at.key, newest));
    return newest;
  }

  /** Finds a page in memory, or else in the local cache. Skips pages that are too old or known to be purged. */
  async function findNear(key: string): Promise<CachedPage | undefined> {
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
   * @param stop ends the wait when resolved
   */
  async function renderWithin(
    at: PageAddress,
    waitMs: number,
    stop?: Promise<void>,
  ): Promise<PageState<CachedPage>["outcome"]> {
    const late = [delay(waitMs, "late"), ...(stop ? [stop.then(() => "late" as const)] : [])];
    const outcome = await Promise.race([startRendering(at), ...late]);
    if (typeof outcome === "string") return outcome;
    const { clientUuid, readAt } = outcome.page;
    return purges.isKnownPurged(clientUuid, readAt) ? "purged" : outcome;
  }

  /** Renders a page again, unless another request already did. */
  async function renewLater(at: PageAddress): Promise<void> {
    const page = findInMemory(at.key, settings, purges);
    if (!page || !isFresh(Date.now() - page.checkedAt, settings)) await startRendering(at);
  }

  /** Starts or joins the rendering of a shared page. Never rejects. */
  function startRendering(at: PageAddress): Promise<RenderOutcome<CachedPage>> {
    const work = { work: () => renderShared(at), limitMs: RENDER_TIMEOUT_MS, ttlMs: outcomeTtlMs };
    return isolateWork.run(workKey(at), work, waitUntil);
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
    const outcome = await renderTemplate(at, options);
    const before = memory.get(at.key);
    if (outcome === "gone") {
      for (const key of [at.key, ...at.siblings()]) {
        memory.remove(key);
        waitUntil(local.remove(key));
        if (before) waitUntil(store.remove(key));
      }
    }
    if (typeof outcome === "string") return outcome;
    const { page, isCanonical } = outcome;
    memory.put(at.key, page);
    const mayShare = (isCanonical || at.id === owner) && !isUnlisted(at, page);
    if (!mayShare) page.viewedAt = 0;
    const sharing = mayShare ? share(at, page, before) : Promise.resolve();
    waitUntil(sharing.then(() => local.put(at.key, page)));
    return outcome;
  }

  /** Stores a page for all data centres, unless it is already stored with a recent view. */
  async function share(
    at: PageAddress,
    page: CachedPage,
    before: CachedPage | undefined,
  ): Promise<void> {
    const isKnown = (other: CachedPage | undefined) =>
      other?.template.etag === page.template.etag &&
      page.readAt - other.viewedAt < REPORT_VIEW_MS &&
      !purges.isKnownPurged(other.clientUuid, other.readAt);
    const known = isKnown(before) ? before : await store.get(at.key);
    if (known && isKnown(known)) page.viewedAt = known.viewedAt;
    // Try again with the next rendering, because the view was not reported.
    else if (!(await store.put(at.key, page, at.address()))) page.viewedAt = 0;
  }

  /**
   * Whether the page's position is open but missing from its company's list. The next run would remove its
   * page.
   */
  function isUnlisted(at: PageAddress, { clientUuid }: CachedPage): boolean {
    const goneAt = records.get(recordName(at))?.gone[at.id];
    return goneAt !== undefined && !purges.isKnownPurged(clientUuid, goneAt);
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

/** Renders a page for all candidates. Throws the error of `render`. */
export async function renderTemplate(
  at: PageAddress,
  { render, version }: Pick<PagesOptions, "render" | "version">,
): Promise<RenderOutcome<CachedPage>> {
  const startedAt = Date.now();
  const [tokens, sourceMarker] = [createTokens(), crypto.randomUUID()];
  // Use a new request, so that no candidate data reaches a shared page.
  const address = withSource(at.address(), sourceQuery(markerSource(sourceMarker)));
  const { response, facts } = await render(new Request(address), tokens, false);
  const { status, headers } = response;
  const { clientUuid, isFromCopy = false, timing = "" } = facts ?? {};
  const html = await response.text();
  const hasExpectedType = headers.get("Content-Type") === at.contentType;
  const decision = decideCaching({ status, html, hasExpectedType, isFromCopy, clientUuid });
  if (decision === "no-client") console.error("A page without a client was not cached");
  if (typeof decision === "string") return decision === "gone" ? "gone" : "failed";
  const template = await createTemplate(html, tokens, version, sourceMarker);
  const readAt = Math.min(startedAt, facts?.readAt ?? startedAt);
  const page = { ...decision, template, readAt, checkedAt: readAt, viewedAt: startedAt };
  return { page, timing, isCanonical: facts?.id === at.id };
}

function findInMemory(key: string, settings: PageAges, purges: Purges): CachedPage | undefined {
  const page = memory.get(key);
  return page && isUsable(page, settings, purges) ? page : undefined;
}

const isUsable = (
  { clientUuid, readAt, checkedAt }: CachedPage,
  { PAGE_FALLBACK_MS }: PageAges,
  purges: Purges,
): boolean =>
  Date.now() - checkedAt < PAGE_FALLBACK_MS && !purges.isKnownPurged(clientUuid, readAt);

/** @param timing the `Server-Timing` of the page's reads; empty for a cached page */
function serve(
  request: Request,
  { contentType, isCrossOrigin, source }: PageAddress,
  { template, checkedAt, clientUuid }: CachedPage,
  settings: PageAges,
  state: CacheState,
  timing: string,
): Outgoing {
  const { etag } = template;
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "private, no-cache",
    ETag: etag,
    "Cache-Status": cacheStatus(state, Date.now() - checkedAt, settings),
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
