import { prefetchFollowedLinks } from "../ui/browser/prefetch";
import { startLiveSearch } from "./live-search";

/** Makes the search answer while the visitor types, and fetches a job's page before its link is followed. */
export function startCareerSite(search: HTMLFormElement, announce: (words: string) => void): void {
  startLiveSearch(search, announce);
  prefetchFollowedLinks();
  loadAppliedMarks();
  // The browser's memory may have the page as it was before the visitor applied.
  addEventListener("pageshow", loadAppliedMarks);
  addEventListener("pagehide", storeSearch);
}

/**
 * Stores what the list is searched for, as in `q=chef&page=2`, for the link back from a position. Where the
 * visitor came from is no part of it.
 */
function storeSearch(): void {
  const asked = new URLSearchParams(location.search);
  for (const name of [...asked.keys()]) {
    const isField = document.querySelector(`.search [name=${CSS.escape(name)}]:not([type=hidden])`);
    if (!isField && name !== "page") asked.delete(name);
  }
  try {
    sessionStorage.setItem(location.pathname, asked.toString());
  } catch {
    // Storage is forbidden: the link leads to the whole list.
  }
}

/** Has jobs marked that were applied to. Only who has applied needs the code. */
function loadAppliedMarks(): void {
  try {
    if (localStorage.appliedPositions)
      void import("./applied-marks").then((part) => part.markApplied());
  } catch {
    // Storage is forbidden: nothing is known.
  }
}
