import * as z from "zod";
import type { CachedPage } from "./page-template.server";
import { SOURCE_FORMATS } from "./source-placeholders.server";

// The format of a page in the local cache and the shared store: a line of JSON, then the page's bytes.

const offset = z.int().nonnegative();
const time = z.number();

/** The line of JSON. A different version counts as a miss, because the page can be rendered again. */
const labelSchema = z.object({
  version: z.literal(2),
  /** The page's key, which must match the requested key. */
  key: z.string(),
  /** Length of the page, to detect an incomplete value. */
  bytes: offset,
  clientUuid: z.string(),
  readAt: time,
  checkedAt: time,
  viewedAt: time,
  etag: z.string(),
  places: z.object({ nonce: z.array(offset), applicationId: z.array(offset) }),
  sources: z.array(z.object({ at: offset, as: z.enum(SOURCE_FORMATS) })),
});

const NEW_LINE = 0x0a;

export function formatPage(key: string, { template, ...facts }: CachedPage): Blob {
  const { bytes, ...places } = template;
  const label: z.infer<typeof labelSchema> = {
    ...{ version: 2, key, bytes: bytes.length },
    ...facts,
    ...places,
  };
  return new Blob([`${JSON.stringify(label)}\n`, bytes]);
}

/** @throws Error if the value is incomplete, or belongs to another version or page */
export function parsePage(key: string, stored: ArrayBuffer): CachedPage {
  const all = new Uint8Array(stored);
  const end = all.indexOf(NEW_LINE);
  const json: unknown = JSON.parse(new TextDecoder().decode(all.subarray(0, Math.max(0, end))));
  const { version: _, key: storedKey, bytes: length, ...label } = labelSchema.parse(json);
  const bytes = all.subarray(end + 1);
  if (storedKey !== key) throw new Error("The stored page has another key");
  if (bytes.length !== length) throw new Error("The stored page is incomplete");
  const { etag, places, sources, ...facts } = label;
  return { template: { bytes, etag, places, sources }, ...facts };
}
