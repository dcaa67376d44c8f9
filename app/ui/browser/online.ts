/** Resolves when the connection comes back. */
export const whenOnline = (): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
  });

/** How long after a request that failed the site is tried again, in ms. */
const RETRY_MS = 3000;

/**
 * Resolves when this page's site answers. A phone that changes its network says that it is online before
 * anything goes through.
 */
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
