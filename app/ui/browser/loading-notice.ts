import { isPlainClick } from "./plain-click";

/**
 * Says at once that a page is being fetched: whoever follows a link or sends a form under an
 * element with `data-loading` reads and hears those words until the page comes.
 *
 * @returns what says any words, or takes them away by saying none
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
  // A page that comes back is not loading any more, nor is one that goes on being used.
  window.addEventListener("pageshow", () => say(""));
  document.addEventListener("keydown", () => say(""));
  document.addEventListener("pointerdown", () => say(""));
  return say;
}

/** Whether a click leads this tab to another page: no new tab, no place on this page. */
function isFollowedHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return (
    isPlainClick(event) && link.target !== "_blank" && !link.getAttribute("href")?.startsWith("#")
  );
}
