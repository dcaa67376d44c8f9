/**
 * Shares the address in a button's `data-href` by the system's share sheet, or else copies it, or else shows it.
 * The address has no receipt and no parameters of the candidate's own.
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
    // Cancelled. After any other error, copy the address.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  try {
    // Fails on a page without TLS.
    await navigator.clipboard.writeText(href);
    say(done);
  } catch {
    say(href);
  }
}
