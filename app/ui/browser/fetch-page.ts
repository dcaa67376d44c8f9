/** The browser's own, whatever a company's script puts in its place later. */
const { fetch } = globalThis;

/**
 * Another page of ours, to take a part from.
 *
 * @throws when there is no answer, it is an error, or the signal is aborted
 */
export async function fetchPage(address: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(address, {
    headers: { Accept: "text/html" },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw new Error(`The page answered ${response.status}`);
  const html = await response.text();
  // Its styles carry the nonce of another answer, and this page's policy would complain of them.
  const withoutStyles = html.replace(/<style\b[\s\S]*?<\/style>/gi, "");
  return new DOMParser().parseFromString(withoutStyles, "text/html");
}
