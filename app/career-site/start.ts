import { prefetchFollowedLinks } from "../ui/browser/prefetch";
import { startLiveSearch } from "./live-search";

/** Starts the live search, prefetches followed links, and marks jobs that were applied for. */
export function startCareerSite(search: HTMLFormElement, announce: (words: string) => void): void {
  startLiveSearch(search, announce);
  prefetchFollowedLinks();
  loadAppliedMarks();
  // The back/forward cache may restore the page from before the candidate applied.
  addEventListener("pageshow", loadAppliedMarks);
  addEventListener("pagehide", storeSearch);
}

/**
 * Stores the search, such as `q=chef&page=2`, for the link back from a position. Leaves out the source.
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
    // Storage is forbidden: the link goes to the whole list.
  }
}

/** Loads the code that marks jobs, only for candidates who have applied. */
function loadAppliedMarks(): void {
  try {
    if (localStorage.appliedPositions)
      void import("./applied-marks").then((part) => part.markApplied());
  } catch {
    // Storage is forbidden.
  }
}
