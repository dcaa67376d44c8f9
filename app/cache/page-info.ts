import type { Read } from "./reads.server";

/** Whose page it is, by the client's uuid: pages are purged by it. */
const CACHE_TAG = "Cache-Tag";
/** How old what it shows is: `readAt` in ms since 1970, and where it is from. */
const READ = "Puerta-Read";
const TIMING = "Server-Timing";

/** The facts that a loader passes to the page cache, as headers that no browser sees. */
export const pageInfoHeaders = (
  clientUuid: string,
  { readAt, from, timing }: Omit<Read<unknown>, "value">,
): Record<string, string> => ({
  [CACHE_TAG]: clientUuid,
  [READ]: `${readAt} ${from}`,
  ...(timing !== "" && { [TIMING]: timing }),
});

/** Copies a loader's facts to the headers of its page. */
export function copyPageInfo(from: Headers, to: Headers): void {
  for (const name of [CACHE_TAG, READ, TIMING]) {
    const value = from.get(name);
    if (value !== null) to.set(name, value);
  }
}

/** Removes the facts from a response's headers, and returns them. */
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
