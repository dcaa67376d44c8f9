import type { Read } from "./reads.server";

/** The uuid of the page's client, by which it is purged. */
const CACHE_TAG = "Cache-Tag";
/** When its data was read, in ms since 1970, and where from. */
const READ = "Puerta-Read";
const TIMING = "Server-Timing";

/** A loader's information for the page cache, in headers that are removed before the response. */
export const pageInfoHeaders = (
  clientUuid: string,
  { readAt, from, timing }: Omit<Read<unknown>, "value">,
): Record<string, string> => ({
  [CACHE_TAG]: clientUuid,
  [READ]: `${readAt} ${from}`,
  ...(timing !== "" && { [TIMING]: timing }),
});

/** Copies a loader's headers for the page cache to its page. */
export function copyPageInfo(from: Headers, to: Headers): void {
  for (const name of [CACHE_TAG, READ, TIMING]) {
    const value = from.get(name);
    if (value !== null) to.set(name, value);
  }
}

/** Parses the headers for the page cache, and removes them. */
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
