/**
 * Shares the address that a button names: by the system's sheet where there is one, else by copying it,
 * which is said; where it may not be copied either, it is shown. It has nothing of the visitor's own:
 * no receipt, and no parameter of the address that they came by.
 *
 * Source: Web Share API (W3C).
 */
export async function share(button: HTMLElement, say: (words: string) => void): Promise<void> {
  const { href = "", done = "" } = button.dataset;
  try {
    const title = document.querySelector("h1")?.textContent ?? "";
    if ("share" in navigator) {
      await navigator.share({ title, url: href });
      return;
    }
  } catch (error) {
    // The visitor has changed their mind. With any other error the address is copied.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  try {
    // There is no clipboard on a page without TLS.
    await navigator.clipboard.writeText(href);
    say(done);
  } catch {
    say(href);
  }
}
