/**
 * Resolves when an element is visible or at most one screen away.
 *
 * @param onFar called if the element is initially further away
 */
export function whenNear(element: Element, onFar: () => void): Promise<void> {
  return new Promise((resolve) => {
    const onChange: IntersectionObserverCallback = (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) {
        onFar();
        return;
      }
      observer.disconnect();
      resolve();
    };
    new IntersectionObserver(onChange, { rootMargin: "100%" }).observe(element);
  });
}
