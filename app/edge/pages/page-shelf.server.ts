import { faultLine } from "../../runtime/fault.server";
import type { KeptPage } from "./page-memory.server";
import type { PageTemplate } from "./page-template.server";

/** What of a kept page is not its bytes. */
type Label = Omit<KeptPage, "template"> & Omit<PageTemplate, "bytes">;

/** Where pages are kept outside of this isolate's memory. A shelf that fails is as good as empty. */
export interface PageShelf {
  get: (key: string) => Promise<KeptPage | undefined>;
  put: (key: string, page: KeptPage) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

interface ShelfOptions {
  /** Of the build: what was drawn by another one is not found. */
  version: string;
  /** How long pages are kept at most, in ms. */
  keptMs: number;
}

const LABEL = "X-Puerta-Page";

/**
 * The Cache API of this data centre (it keeps nothing on workers.dev). Its own freshness is ours to
 * judge: it knows no stale-while-revalidate.
 */
export function cacheShelf({ version, keptMs }: ShelfOptions): PageShelf {
  const addressOf = (key: string) => {
    const [host = "", ...rest] = key.split("/");
    return `https://${host}/-/pages/${version}/${rest.join("/")}`;
  };
  const cache = () => caches.open("pages");
  return tolerant({
    async get(key) {
      const found = await (await cache()).match(addressOf(key));
      if (!found) return undefined;
      const label = JSON.parse(found.headers.get(LABEL) ?? "") as Label; // as it was written
      return keptPage(label, new Uint8Array(await found.arrayBuffer()));
    },
    async put(key, page) {
      const headers = {
        "Cache-Control": `public, max-age=${Math.round(keptMs / 1000)}`,
        [LABEL]: JSON.stringify(labelOf(page)),
      };
      await (await cache()).put(addressOf(key), new Response(page.template.bytes, { headers }));
    },
    async remove(key) {
      await (await cache()).delete(addressOf(key));
    },
  });
}

/** Bytes of a `KVNamespace` that a Worker may be bound to as `PAGES`; the same everywhere. */
export function kvShelf(namespace: KVNamespace, { version, keptMs }: ShelfOptions): PageShelf {
  const nameOf = (key: string) => `${version}/${key}`;
  return tolerant({
    async get(key) {
      const { value, metadata } = await namespace.getWithMetadata<Label>(
        nameOf(key),
        "arrayBuffer",
      );
      return value && metadata ? keptPage(metadata, new Uint8Array(value)) : undefined;
    },
    async put(key, page) {
      await namespace.put(nameOf(key), page.template.bytes, {
        metadata: labelOf(page),
        expirationTtl: Math.max(60, Math.round(keptMs / 1000)),
      });
    },
    remove: (key) => namespace.delete(nameOf(key)),
  });
}

function tolerant(shelf: PageShelf): PageShelf {
  const fault = (error: unknown) => {
    console.warn("A shelf of pages failed:", faultLine(error));
    return undefined;
  };
  return {
    get: (key) => shelf.get(key).catch(fault),
    put: (key, page) => shelf.put(key, page).catch(fault),
    remove: (key) => shelf.remove(key).catch(fault),
  };
}

function labelOf({ template: { bytes: _, ...template }, ...page }: KeptPage): Label {
  return { ...page, ...template };
}

function keptPage({ places, etag, ...page }: Label, bytes: PageTemplate["bytes"]): KeptPage {
  return { ...page, template: { bytes, places, etag } };
}
