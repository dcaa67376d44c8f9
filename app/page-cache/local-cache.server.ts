import { z } from "zod";
import { formatError } from "../runtime/log.server";
import type { CachedPage } from "./page-template.server";
import { SOURCE_FORMATS } from "./source-placeholders.server";

const offset = z.int().nonnegative();

/** A page's metadata. It is stored as JSON after the page's bytes, because it can be too long for a header. */
const metadataSchema = z.object({
  version: z.literal(1),
  clientUuid: z.string(),
  readAt: z.number(),
  etag: z.string(),
  places: z.object({ nonce: z.array(offset), applicationId: z.array(offset) }),
  sources: z.array(z.object({ at: offset, as: z.enum(SOURCE_FORMATS) })),
});

/** The header with the page's length in bytes, which is also the offset of the metadata. */
const LENGTH_HEADER = "X-Puerta-Page";

/**
 * Creates the cache of rendered pages in this data centre's Cache API, which stores nothing on workers.dev. The
 * metadata includes the time of a page's data, because the API has no stale-while-revalidate. Errors are logged
 * and count as misses.
 *
 * @param version version of the build. Pages of other builds are not found
 * @param lifetimeMs maximum time that a page is stored
 */
export function createLocalCache(version: string, lifetimeMs: number) {
  const cache = () => caches.open("pages");
  // A key begins with the page's host.
  const cacheUrl = (key: string) => `https://${key.replace("/", () => `/-/pages/${version}/`)}`;

  async function get(key: string): Promise<CachedPage | undefined> {
    const found = await (await cache()).match(cacheUrl(key));
    if (!found) return undefined;
    const body = await found.arrayBuffer();
    const length = offset.parse(Number(found.headers.get(LENGTH_HEADER) ?? NaN));
    const json = new TextDecoder().decode(new Uint8Array(body, length));
    const { clientUuid, readAt, ...label } = metadataSchema.parse(JSON.parse(json));
    return { template: { bytes: new Uint8Array(body, 0, length), ...label }, clientUuid, readAt };
  }

  async function put(key: string, { template, clientUuid, readAt }: CachedPage): Promise<void> {
    const { bytes, ...places } = template;
    const label: z.infer<typeof metadataSchema> = { version: 1, clientUuid, readAt, ...places };
    const headers = {
      "Cache-Control": `public, max-age=${Math.round(lifetimeMs / 1000)}`,
      [LENGTH_HEADER]: String(bytes.length),
    };
    const body = new Blob([bytes, JSON.stringify(label)]);
    await (await cache()).put(cacheUrl(key), new Response(body, { headers }));
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
