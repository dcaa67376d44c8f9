import { z } from "zod";
import { faultLine } from "../../runtime/fault.server";
import type { KeptPage } from "./page-memory.server";
import type { PageTemplate } from "./page-template.server";
import { WAYS } from "./source-places.server";

/**
 * A place outside of this isolate's memory where pages are kept as copies. It never rejects: a shelf
 * that fails is a line in the log, and as good as empty.
 */
export interface PageShelf {
  get: (key: string) => Promise<KeptPage | undefined>;
  put: (key: string, page: KeptPage) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

interface ShelfOptions {
  /** Of the build: a page that another build drew is not found. */
  version: string;
  /** How long a page is kept at most, in ms. */
  keptMs: number;
}

const places = z.array(z.int().nonnegative());
const sourcePlaces = z.array(z.object({ at: z.int().nonnegative(), as: z.enum(WAYS) }));

/**
 * What is stored with a page's bytes. `sources` is how many bytes after the page say, as JSON, where it
 * names a source: a label has no room for as many places as a list has links.
 */
const Label = z.object({
  version: z.literal(1),
  sources: z.int().nonnegative(),
  clientUuid: z.string(),
  readAt: z.number(),
  missingSince: z.number().optional(),
  places: z.object({ nonce: places, applicationId: places }),
  etag: z.string(),
});

const LABEL_HEADER = "X-Puerta-Page";

/**
 * The Cache API of this data centre. On workers.dev it keeps nothing. It knows no
 * stale-while-revalidate, so a page's age is judged by its label.
 */
export function cacheShelf({ version, keptMs }: ShelfOptions): PageShelf {
  // A key begins with the page's host.
  const addressOf = (key: string) => `https://${key.replace("/", () => `/-/pages/${version}/`)}`;
  const cache = () => caches.open("pages");
  return tolerant({
    async get(key) {
      const found = await (await cache()).match(addressOf(key));
      if (!found) return undefined;
      const label: unknown = JSON.parse(found.headers.get(LABEL_HEADER) ?? "null");
      return keptPage(label, await found.arrayBuffer());
    },
    async put(key, page) {
      const { label, bytes } = stored(page);
      const headers = {
        "Cache-Control": `public, max-age=${Math.round(keptMs / 1000)}`,
        [LABEL_HEADER]: JSON.stringify(label),
      };
      await (await cache()).put(addressOf(key), new Response(bytes, { headers }));
    },
    async remove(key) {
      await (await cache()).delete(addressOf(key));
    },
  });
}

/** A KV namespace, which a Worker may be bound to as `PAGES`: the same pages in all data centres. */
export function kvShelf(namespace: KVNamespace, { version, keptMs }: ShelfOptions): PageShelf {
  const nameOf = (key: string) => `${version}/${key}`;
  return tolerant({
    async get(key) {
      const { value, metadata } = await namespace.getWithMetadata(nameOf(key), "arrayBuffer");
      return value ? keptPage(metadata, value) : undefined;
    },
    async put(key, page) {
      const { label, bytes } = stored(page);
      await namespace.put(nameOf(key), bytes, {
        metadata: label,
        // KV takes no less than a minute.
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

/** A page as it is stored: its label, and its bytes with the places of sources behind them. */
function stored({ template, clientUuid, readAt, missingSince }: KeptPage) {
  const { bytes: page, places, sources, etag } = template;
  const behind = new TextEncoder().encode(sources.length === 0 ? "" : JSON.stringify(sources));
  const bytes = new Uint8Array(page.length + behind.length);
  bytes.set(page);
  bytes.set(behind, page.length);
  const label: z.infer<typeof Label> = {
    version: 1,
    sources: behind.length,
    clientUuid,
    readAt,
    missingSince,
    places,
    etag,
  };
  return { label, bytes };
}

/** Undefined for a label of another version, or of no shape of ours. */
function keptPage(stored: unknown, body: ArrayBuffer): KeptPage | undefined {
  const label = Label.safeParse(stored).data;
  if (!label) return undefined;
  const { places, etag, clientUuid, readAt, missingSince } = label;
  const end = body.byteLength - label.sources;
  if (end < 0) return undefined;
  const sources = label.sources === 0 ? [] : placesIn(new Uint8Array(body, end));
  if (!sources) return undefined;
  const template: PageTemplate = { bytes: new Uint8Array(body, 0, end), places, sources, etag };
  return { template, clientUuid, readAt, missingSince };
}

function placesIn(bytes: Uint8Array): PageTemplate["sources"] | undefined {
  try {
    return sourcePlaces.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
