export const whenOnline = (): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
  });

/** Delay after a failed request, in ms. */
const RETRY_MS = 3000;

/** Resolves when the site is reachable. A phone that changes networks can report too early that it's online. */
export async function whenReachable(): Promise<void> {
  for (;;) {
    if (!navigator.onLine) await whenOnline();
    try {
      await fetch(location.href, { method: "HEAD" });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
