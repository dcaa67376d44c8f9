/** Resolves when an element is in the window, or within a screen of it. */
export function nearWindow(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const look: IntersectionObserverCallback = (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    };
    new IntersectionObserver(look, { rootMargin: "100%" }).observe(element);
  });
}
