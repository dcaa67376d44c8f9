import { prefetchFollowedLinks } from "../ui/browser/prefetch";
import { startLiveSearch } from "./live-search";

/** Makes the search answer while the visitor types, and fetches a job's page before its link is followed. */
export function wakeCareerSite(search: HTMLFormElement, say: (words: string) => void): void {
  startLiveSearch(search, say);
  prefetchFollowedLinks();
  lookForSent();
  // The browser's memory may have the page as it was before the visitor applied.
  addEventListener("pageshow", lookForSent);
  addEventListener("pagehide", storeAddress);
}

/** Stores the address of the list as it is searched, for the link back from a position. */
function storeAddress(): void {
  const all = document.querySelector<HTMLAnchorElement>(".clear");
  try {
    if (all) sessionStorage.setItem(all.href, location.href);
  } catch {
    // Storage is forbidden: the link leads to the whole list.
  }
}

/** Has jobs marked that were applied to. Only who has applied needs the code. */
function lookForSent(): void {
  try {
    if (localStorage.appliedPositions) void import("./sent-marks").then((part) => part.markSent());
  } catch {
    // Storage is forbidden: nothing is known.
  }
}
