import type { Read } from "../reads/reads.server";

/** The header with the uuid of the page's client. A purge of the client invalidates the page. */
const CACHE_TAG = "Cache-Tag";
/** The header with the time (in ms since 1970) and origin of the page's data. */
const READ = "Puerta-Read";
const TIMING = "Server-Timing";

/** Creates a loader's headers for the page cache. `takePageInfo` removes all except `Server-Timing`. */
export const pageInfoHeaders = (
  clientUuid: string,
  { readAt, from, timing }: Omit<Read<unknown>, "value">,
): Record<string, string> => ({
  [CACHE_TAG]: clientUuid,
  [READ]: `${readAt} ${from}`,
  ...(timing !== "" && { [TIMING]: timing }),
});

export function copyPageInfo(from: Headers, to: Headers): void {
  for (const name of [CACHE_TAG, READ, TIMING]) {
    const value = from.get(name);
    if (value !== null) to.set(name, value);
  }
}

/** Parses and removes the headers `Cache-Tag` and `Puerta-Read`. */
export function takePageInfo(headers: Headers) {
  const clientUuid = headers.get(CACHE_TAG) ?? undefined;
  const [readAt, from] = headers.get(READ)?.split(" ") ?? [];
  headers.delete(CACHE_TAG);
  headers.delete(READ);
  return {
    clientUuid,
    readAt: readAt === undefined ? undefined : Number(readAt),
    isFromCopy: from === "copy",
  };
}
