import { findClickedLink } from "./plain-click";

/**
 * Shows an element's `data-loading` text when a link inside the element is followed or a form inside it is sent.
 * Screen readers announce the text.
 *
 * @returns a function that shows the given text; an empty string removes the notice
 */
export function startLoadingNotices(): (text: string) => void {
  const status = document.getElementById("page-status");
  const say = (text: string) => {
    if (status) status.textContent = text;
  };
  const announceLoading = (element: Element) => {
    const text = element.closest<HTMLElement>("[data-loading]")?.dataset.loading;
    if (text) say(text);
  };

  document.addEventListener("click", (event) => {
    const link = findClickedLink(event, "a");
    // Ignore links that open a new tab or stay on this page.
    if (link && link.target !== "_blank" && !link.getAttribute("href")?.startsWith("#"))
      announceLoading(link);
  });
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target instanceof Element) announceLoading(event.target);
  });
  // Remove the notice when this page is shown or used again.
  for (const event of ["pageshow", "keydown", "pointerdown"])
    addEventListener(event, () => say(""));
  return say;
}
