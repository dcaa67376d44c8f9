/** Taken before a company's script can replace it. */
const { fetch } = globalThis;

/**
 * Fetches another page of ours, so that a part of it can be shown in this one.
 *
 * @throws if there is no answer, if it is an error, or if the signal is aborted
 */
export async function fetchPage(address: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(address, {
    headers: { Accept: "text/html" },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw new Error(`The page answered ${response.status}`);
  const html = await response.text();
  // Its styles have another answer's nonce: this page's Content-Security-Policy would report them.
  const withoutStyles = html.replace(/<style\b[\s\S]*?<\/style>/gi, "");
  return new DOMParser().parseFromString(withoutStyles, "text/html");
}
