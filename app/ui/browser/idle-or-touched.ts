/** How long an idle moment is waited for, in ms. */
const LATEST_MS = 2000;

const TOUCHES = ["focusin", "pointerdown", "keydown", "input"] as const;

/**
 * Resolves when the browser is idle, or when an element is first touched. If the visitor wants to save
 * data, it resolves only at the first touch.
 *
 * Source: design, section 7.
 */
export function idleOrTouched(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    if (element.contains(document.activeElement)) resolve();
    for (const touch of TOUCHES) element.addEventListener(touch, () => resolve());
    if (navigator.connection?.saveData) return;
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, 200);
  });
}
