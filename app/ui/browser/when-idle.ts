/** How long to wait for an idle period, in ms. */
const IDLE_TIMEOUT_MS = 2000;

const TOUCHES = ["focusin", "pointerdown", "keydown", "input"] as const;

/**
 * Resolves when an element is first touched. Unless the browser is set to use less data, also resolves when
 * it is idle after `wanted` has resolved.
 */
export function whenIdleOrTouched(
  element: HTMLElement,
  wanted: Promise<void> = Promise.resolve(),
): Promise<void> {
  return new Promise((resolve) => {
    if (element.contains(document.activeElement)) resolve();
    for (const touch of TOUCHES) element.addEventListener(touch, () => resolve());
    if (!navigator.connection?.saveData) void wanted.then(whenIdle).then(resolve);
  });
}

/** Resolves when the browser is idle. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, 200);
  });
