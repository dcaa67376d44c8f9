import { formatError } from "../runtime/log.server";
import type { CachedPage } from "./page-template.server";
import { formatPage, parsePage } from "./stored-page.server";

/**
 * Creates the cache of rendered pages in this data centre's Cache API, which stores nothing on workers.dev.
 * Errors are logged and count as misses.
 *
 * @param version version of the build. Pages of other builds are not found
 * @param lifetimeMs how long a page is stored
 */
export function createLocalCache(version: string, lifetimeMs: number) {
  const cache = () => caches.open("pages");
  // A key begins with the page's host.
  const cacheUrl = (key: string) => `https://${key.replace("/", () => `/-/pages/${version}/`)}`;

  async function get(key: string): Promise<CachedPage | undefined> {
    const found = await (await cache()).match(cacheUrl(key));
    return found && parsePage(key, await found.arrayBuffer());
  }

  async function put(key: string, page: CachedPage): Promise<void> {
    const headers = { "Cache-Control": `public, max-age=${Math.round(lifetimeMs / 1000)}` };
    const stored = new Response(formatPage(key, page), { headers });
    await (await cache()).put(cacheUrl(key), stored);
  }

  const logFailure = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      console.warn("The local page cache failed:", formatError(error));
      return undefined;
    });

  return {
    get: (key: string) => logFailure(get(key)),
    put: (key: string, page: CachedPage) => logFailure(put(key, page)),
    remove: (key: string) => logFailure(cache().then((pages) => pages.delete(cacheUrl(key)))),
  };
}
