/**
 * Shares the address in a button's `data-href` with the system's share sheet. If that fails, copies or shows it.
 * The address contains neither the receipt nor the candidate's parameters.
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
