/**
 * Resolves when an element is in the window or within one screen of it.
 *
 * @param onFar called when it's further away
 */
export function whenNear(element: Element, onFar: () => void): Promise<void> {
  return new Promise((resolve) => {
    const look: IntersectionObserverCallback = (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) {
        onFar();
        return;
      }
      observer.disconnect();
      resolve();
    };
    new IntersectionObserver(look, { rootMargin: "100%" }).observe(element);
  });
}
