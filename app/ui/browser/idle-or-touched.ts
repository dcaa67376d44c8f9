/** A page that is never idle is woken all the same after this, in ms. */
const LATEST_MS = 2000;

const TOUCHES = ["focusin", "pointerdown", "keydown", "input"] as const;

/**
 * Resolves when the browser has nothing better to do, or at the first touch of an element, whichever
 * is first; where bytes are dear, at the first touch alone.
 *
 * Source: design, section 7.
 */
export function idleOrTouched(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    if (element.contains(document.activeElement)) resolve();
    for (const touch of TOUCHES) {
      element.addEventListener(touch, () => resolve(), { once: true, passive: true });
    }
    if (navigator.connection?.saveData) return;
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, 200);
  });
}
