/**
 * Looks whether an element is in the window, or within a screen of it.
 *
 * @returns `atFirst`: whether it is when the page is first drawn; `near`: resolves when it is
 */
export function nearWindow(element: Element): { atFirst: Promise<boolean>; near: Promise<void> } {
  let come: () => void;
  const near = new Promise<void>((resolve) => (come = resolve));
  const atFirst = new Promise<boolean>((resolve) => {
    const look: IntersectionObserverCallback = (entries, observer) => {
      const isNear = entries.some(({ isIntersecting }) => isIntersecting);
      resolve(isNear);
      if (!isNear) return;
      observer.disconnect();
      come();
    };
    new IntersectionObserver(look, { rootMargin: "100%" }).observe(element);
  });
  return { atFirst, near };
}
