import { useEffect, type RefObject } from "react";

const TOUCHES = ["focusin", "pointerdown", "input"] as const;

/**
 * Calls a function when an element is first touched, or immediately if it already has the focus.
 *
 * @param callback must be stable across renders
 */
export function useFirstTouch(element: RefObject<HTMLElement>, callback: () => void): void {
  useEffect(() => {
    const touched = element.current;
    if (!touched) return;
    const controller = new AbortController();
    const callOnce = () => {
      controller.abort();
      callback();
    };
    for (const touch of TOUCHES) {
      touched.addEventListener(touch, callOnce, { signal: controller.signal });
    }
    if (touched.contains(document.activeElement)) callOnce();
    return () => controller.abort();
  }, [element, callback]);
}
