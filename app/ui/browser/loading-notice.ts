import { isPlainClick } from "./plain-click";

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
    if (!(event.target instanceof Element) || event.defaultPrevented) return;
    const link = event.target.closest("a");
    if (link && isFollowedHere(event, link)) sayFor(link);
  });
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target instanceof Element) sayFor(event.target);
  });
  // The notice goes when Back shows this page again, and when the visitor goes on using it.
  addEventListener("pageshow", () => say(""));
  document.addEventListener("keydown", () => say(""));
  document.addEventListener("pointerdown", () => say(""));
  return say;
}

/** Whether a click leads to another page in this tab: not in a new tab, nor to a place on this page. */
function isFollowedHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return (
    isPlainClick(event) && link.target !== "_blank" && !link.getAttribute("href")?.startsWith("#")
  );
}
