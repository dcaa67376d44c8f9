import type { Answer } from "../platform/hiring-platform.server";
import { BoundedMap } from "../runtime/bounded-map";
import { SizedMap } from "../runtime/sized-map";
import type { LastWrite } from "./copies.server";
import type { PageTemplate } from "./page-template.server";

/** From the platform, for a client; a purge drops it. */
interface ClientData {
  clientUuid: string;
  /** When the first read began that it was made from, in ms since 1970. */
  readAt: number;
}

/** An answer of the platform. Without its texts, if they are too long, another one is always parsed. */
export interface CachedAnswer<T = unknown> extends Answer<T>, ClientData {
  lastWrite?: LastWrite | undefined;
}

/** A page as it was rendered for all. */
export interface CachedPage extends ClientData {
  template: PageTemplate;
}

/** Memory of an entry besides its contents, in bytes (an estimate). */
const OVERHEAD = 1024;

/** Longer texts of an answer, in characters, are not cached with its value. */
export const MAX_CACHED_CHARACTERS = 1024 * 1024;

/** Memory of a value besides its text, in bytes (an estimate). */
const VALUE_BYTES = 50;

/** Memory per place of a source in a page, in bytes (an estimate). */
const PLACE_BYTES = 32;

const MB = 1024 * 1024;

/** The platform's answers in this isolate, by call and id. An isolate has 128 MB for everything. */
export const answers = new SizedMap<CachedAnswer>(
  16 * MB,
  ({ texts, value }) => OVERHEAD + estimateSize(texts) + estimateSize(value),
);

/** The uuids of companies, by their codes in lower case. */
export const codes = new BoundedMap<string, string>(1000);

/** The rendered pages in this isolate, by key. */
export const pages = new SizedMap<CachedPage>(
  24 * MB,
  ({ template: { bytes, sources } }) => OVERHEAD + bytes.byteLength + PLACE_BYTES * sources.length,
);

/** Estimates the memory of a JSON value, in bytes. */
function estimateSize(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + estimateSize(part), VALUE_BYTES);
}
