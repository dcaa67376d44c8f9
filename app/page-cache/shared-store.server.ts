import * as z from "zod";
import {
  companyRecordKey,
  companyRecordSchema,
  SITE_RECORD_KEY,
  siteRecordSchema,
} from "../reads/company-record";
import { withTimeout } from "../runtime/deadline.server";
import { formatError } from "../runtime/log.server";
import type { CachedPage } from "./page-template.server";
import { formatPage, parsePage } from "./stored-page.server";

/** How long a view waits for the store, in ms. After that, rendering the page would be faster. */
const WAIT_MS = 500;

/** How long a page is stored after its last known view, in ms. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

/** Minimum time between two log lines about the store, in ms. */
const LOG_MS = 60_000;

const PAGES = "page/";

/** Metadata of a stored page, at most 1,024 bytes. Times are in ms since 1970. */
const metadataSchema = z.object({
  clientUuid: z.string(),
  readAt: z.number(),
  viewedAt: z.number(),
  etag: z.string(),
  /** The URL at which the page is rendered. */
  address: z.string(),
});

export interface ListedPage extends z.infer<typeof metadataSchema> {
  key: string;
  /** The version of the build that rendered the page. */
  build: string;
  /** Whether this version of the build rendered the page. */
  isCurrent: boolean;
}

let loggedAt = 0;

async function orMiss<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const now = Date.now();
    if (now - loggedAt >= LOG_MS) {
      loggedAt = now;
      console.error("The shared store of pages failed:", formatError(error));
    }
    return undefined;
  }
}

/**
 * Creates the store of rendered pages that all data centres share (Workers KV). It contains only public
 * templates. Errors count as misses, and are logged at most once a minute. Without the binding, nothing is
 * found or stored.
 *
 * Source: decision 0064.
 *
 * @param version version of the build. Pages of other builds are not found, because their scripts may be gone
 */
export function createSharedStore(pages: KVNamespace | undefined, version: string) {
  const pageKey = (key: string, build = version) => `${PAGES}${build}/${key}`;

  async function get(key: string): Promise<CachedPage | undefined> {
    const found = await pages?.get(pageKey(key), "arrayBuffer");
    return found ? parsePage(key, found) : undefined;
  }

  const getRecord = async <T>(key: string, schema: z.ZodType<T>): Promise<T | null> => {
    const found = await pages?.get(key, "json");
    return found ? schema.parse(found) : null;
  };

  async function put(key: string, page: CachedPage, address: string): Promise<true> {
    const { clientUuid, readAt, viewedAt, template } = page;
    const expiration = Math.floor((viewedAt + KEEP_MS) / 1000);
    const metadata = { clientUuid, readAt, viewedAt, etag: template.etag, address };
    const value = await formatPage(key, page).arrayBuffer();
    await pages?.put(pageKey(key), value, { expiration, metadata });
    return true;
  }

  /** Lists the pages of all versions that were viewed within a week. */
  async function* list(): AsyncGenerator<ListedPage> {
    let cursor: string | null = null;
    do {
      const page: KVNamespaceListResult<unknown> | undefined = await pages?.list({
        prefix: PAGES,
        cursor,
      });
      for (const { name, metadata } of page?.keys ?? []) {
        const [build = "", ...key] = name.slice(PAGES.length).split("/");
        const parsed = metadataSchema.safeParse(metadata);
        if (!parsed.success) continue;
        yield { ...parsed.data, key: key.join("/"), build, isCurrent: build === version };
      }
      cursor = page && !page.list_complete ? page.cursor : null;
    } while (cursor !== null);
  }

  return {
    isBound: pages !== undefined,
    /** Waits for a page for at most half a second. */
    get: (key: string) => orMiss(withTimeout(WAIT_MS, () => get(key))),
    /** Waits for a company's record for at most half a second. @param name see `Verification` */
    getRecord: (name: string) =>
      orMiss(withTimeout(WAIT_MS, () => getRecord(companyRecordKey(name), companyRecordSchema))),
    /** Waits for the site's record for at most half a second. Returns null if there is none. */
    getSite: () => orMiss(withTimeout(WAIT_MS, () => getRecord(SITE_RECORD_KEY, siteRecordSchema))),
    /** Stores a page. Returns undefined if the store fails. */
    put: (...given: Parameters<typeof put>) => orMiss(put(...given)),
    /** Removes a page. @param build the version of the build that rendered it; by default, this one */
    remove: (key: string, build?: string) =>
      orMiss(Promise.resolve(pages?.delete(pageKey(key, build)))),
    list,
  };
}

export type SharedStore = ReturnType<typeof createSharedStore>;
