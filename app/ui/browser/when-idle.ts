/** How long to wait for an idle period, in ms. */
const IDLE_TIMEOUT_MS = 2000;

const TOUCHES = ["focusin", "pointerdown", "keydown", "input"] as const;

/**
 * Resolves when an element is touched or has the focus. Also resolves when the browser is idle after `ready` has
 * resolved, if the browser isn't set to save data.
 */
export function whenIdleOrTouched(
  element: HTMLElement,
  ready: Promise<void> = Promise.resolve(),
): Promise<void> {
  return new Promise((resolve) => {
    if (element.contains(document.activeElement)) resolve();
    for (const touch of TOUCHES) element.addEventListener(touch, () => resolve());
    if (!navigator.connection?.saveData) void ready.then(whenIdle).then(resolve);
  });
}

/** Resolves when the browser is idle, or after at most two seconds. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no `requestIdleCallback`: wait briefly instead.
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, 200);
  });
