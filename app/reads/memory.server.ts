import type { PlatformResponse } from "../platform/hiring-platform.server";
import type { ReadCall, ReadValues } from "../platform/types";
import { BoundedMap, SizedMap } from "../runtime/bounded-map";
import type { LastWrite } from "./copies.server";

/** A response from the platform. Long texts are not cached, so the next response is parsed even if unchanged. */
export interface CachedResponse<T = unknown> extends PlatformResponse<T> {
  clientUuid: string;
  /** When the read began, in ms since 1970. */
  readAt: number;
  lastWrite?: LastWrite | undefined;
}

/** Estimated memory of an entry, excluding its contents, in bytes. */
const OVERHEAD = 1024;

/** Maximum total length of the texts that are cached with a value, in characters. */
export const MAX_CACHED_CHARACTERS = 1024 * 1024;

/** Estimated memory of a value, excluding its text, in bytes. */
const VALUE_BYTES = 50;

/** This isolate's cache of the platform's responses, by call and id. An isolate has 128 MB of memory. */
export const responses = new SizedMap<CachedResponse>(
  16 * 1024 * 1024,
  ({ texts, value }) => OVERHEAD + estimateSize(texts) + estimateSize(value),
);

export const readKey = (call: ReadCall, id: string): string => `${call} ${id}`;

export const getResponse = <Call extends ReadCall>(call: Call, id: string) =>
  // The key includes the call, which determines the type.
  responses.get(readKey(call, id)) as CachedResponse<ReadValues[Call]> | undefined;

/** Companies' uuids, by lower-case code. */
export const codes = new BoundedMap<string, string>(1000);

/** Positions' companies from pages in the shared store, by the ids in URLs. */
export const clientsOfPositions = new BoundedMap<string, string>(10_000);

/** Estimates the memory of a JSON value, in bytes. */
function estimateSize(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + estimateSize(part), VALUE_BYTES);
}
