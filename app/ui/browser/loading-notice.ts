import { findClickedLink } from "./plain-click";

/**
 * Shows a notice as soon as a visitor follows a link or sends a form inside an element with
 * `data-loading`, which has the words. Screen readers read it out. It stays until the page comes.
 *
 * @returns a function that shows any words; an empty text removes them
 */
export function startLoadingNotices(): (words: string) => void {
  const status = document.getElementById("page-status");
  const say = (words: string) => {
    if (status) status.textContent = words;
  };
  const sayFor = (element: Element) => {
    const words = element.closest<HTMLElement>("[data-loading]")?.dataset.loading;
    if (words) say(words);
  };

  document.addEventListener("click", (event) => {
    const link = findClickedLink(event, "a");
    // Not in a new tab, nor to a place on this page.
    if (link && link.target !== "_blank" && !link.getAttribute("href")?.startsWith("#"))
      sayFor(link);
  });
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target instanceof Element) sayFor(event.target);
  });
  // The notice goes when Back shows this page again, and when the visitor goes on using it.
  for (const event of ["pageshow", "keydown", "pointerdown"])
    addEventListener(event, () => say(""));
  return say;
}
