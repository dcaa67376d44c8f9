import { useEffect, type RefObject } from "react";

const TOUCHES = ["focusin", "pointerdown", "input"] as const;

/**
 * Does something at the first touch of an element and never before; at once when the focus is in it
 * already.
 *
 * @param react stays the same function between renders
 */
export function useFirstTouch(element: RefObject<HTMLElement>, react: () => void): void {
  useEffect(() => {
    const touched = element.current;
    if (!touched) return;
    const end = new AbortController();
    const reactOnce = () => {
      end.abort();
      react();
    };
    for (const touch of TOUCHES) {
      touched.addEventListener(touch, reactOnce, { signal: end.signal });
    }
    if (touched.contains(document.activeElement)) reactOnce();
    return () => end.abort();
  }, [element, react]);
}
