import { PlatformError } from "./errors";
import { loadPositionPage, type PositionPage } from "./position-page.server";
import type { PlatformClient } from "./client.server";

/** How long the last good copy of a position is kept, in seconds (design, section 7). */
const KEPT_FOR = 24 * 60 * 60;

/** What the pages of positions show, for one request, and what is known while the platform is away. */
export function createPositionPages(
  platform: PlatformClient,
  waitUntil: (work: Promise<unknown>) => void,
) {
  /** What was loaded for this request: the answer to a form is drawn from what it was checked by. */
  const loaded = new Map<string, PositionPage>();

  async function load(positionUuid: string): Promise<PositionPage> {
    const page = loaded.get(positionUuid) ?? (await loadPositionPage(platform, positionUuid));
    if (!loaded.has(positionUuid)) waitUntil(remember(page));
    loaded.set(positionUuid, page);
    return page;
  }

  return {
    /** As the platform has it now. @throws PlatformError */
    load,

    /**
     * For a form that has been filled in: where the platform is away, the last good copy serves,
     * so that an application can be checked and kept.
     *
     * @throws PlatformError when the position is known to be gone, or there is no copy
     */
    async loadForApplication(positionUuid: string): Promise<PositionPage> {
      try {
        return await load(positionUuid);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        const isGone = error.kind === "not-found" || error.kind === "closed";
        const copy = isGone ? undefined : await lastGood(positionUuid);
        if (!copy) throw error;
        console.error(error.message);
        loaded.set(positionUuid, copy);
        return copy;
      }
    },
  };
}

/** The key of a copy: an address that nothing is served at. Its number goes up with the copy's shape. */
const keyOf = (positionUuid: string) =>
  `https://position.invalid/1/${encodeURIComponent(positionUuid)}`;

/** The browser's types, which are also here, do not know workerd's own cache. */
const edgeCache = () => (caches as CacheStorage & { default: Cache }).default;

async function remember(page: PositionPage): Promise<void> {
  try {
    const headers = { "Cache-Control": `max-age=${KEPT_FOR}` };
    await edgeCache().put(keyOf(page.positionUuid), Response.json(page, { headers }));
  } catch (error) {
    console.error("A position could not be kept for when the platform is away:", error);
  }
}

async function lastGood(positionUuid: string): Promise<PositionPage | undefined> {
  const kept = await edgeCache()
    .match(keyOf(positionUuid))
    .catch(() => undefined);
  return kept?.json<PositionPage>(); // as it was written above
}
