import { useEffect, type RefObject } from "react";

const TOUCHES = ["focusin", "pointerdown", "input"] as const;

/**
 * Calls a function when an element is first touched, or at once if it already has the focus.
 *
 * @param react must be stable across renders
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
