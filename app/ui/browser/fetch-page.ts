/** Saved in case a company's script replaces it later. */
const { fetch } = globalThis;

/**
 * Fetches and parses another page of the site.
 *
 * @throws if the request fails, the response is an error, or the signal is aborted
 */
export async function fetchPage(url: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(url, {
    headers: { Accept: "text/html" },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw new Error(`The page returned ${response.status}`);
  const html = await response.text();
  // The fetched page's styles have a different nonce, so this page's Content-Security-Policy would report them.
  const withoutStyles = html.replace(/<style\b[\s\S]*?<\/style>/gi, "");
  return new DOMParser().parseFromString(withoutStyles, "text/html");
}
