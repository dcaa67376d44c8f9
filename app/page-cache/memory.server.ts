import { SizedMap } from "../runtime/sized-map";
import type { PageTemplate } from "./page-template.server";

export interface CachedPage {
  template: PageTemplate;
  /** A purge of this client invalidates the page. */
  clientUuid: string;
  /** When the earliest read of the page's data began, in ms since 1970. */
  readAt: number;
}

/** Estimated memory of an entry, excluding its contents, in bytes. */
const OVERHEAD = 1024;

/** Estimated memory per source placeholder in a page, in bytes. */
const PLACE_BYTES = 32;

/** This isolate's rendered pages, by key. */
export const pages = new SizedMap<CachedPage>(
  24 * 1024 * 1024,
  ({ template: { bytes, sources } }) => OVERHEAD + bytes.byteLength + PLACE_BYTES * sources.length,
);
