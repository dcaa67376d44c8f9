/**
 * Shares the URL in a button's `data-href` with the system's share sheet. If that fails, copies the URL, or
 * else shows it.
 *
 * Source: Web Share API (W3C).
 */
export async function share(button: HTMLElement, say: (text: string) => void): Promise<void> {
  const { href = "", done = "" } = button.dataset;
  try {
    const title = document.querySelector("h1")?.textContent ?? "";
    if ("share" in navigator) {
      await navigator.share({ title, url: href });
      return;
    }
  } catch (error) {
    // The candidate cancelled. After any other error, copy the URL.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  try {
    // Copying can fail, for example on a page without TLS.
    await navigator.clipboard.writeText(href);
    say(done);
  } catch {
    say(href);
  }
}
