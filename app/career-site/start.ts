import { hasAppliedBefore } from "../ui/browser/applied-positions";
import { prefetchFollowedLinks } from "../ui/browser/prefetch";
import { startLiveSearch } from "./live-search";

/** Starts the live search and prefetching, and marks jobs that the candidate has applied for. */
export function startCareerSite(
  search: HTMLFormElement,
  announce: (message: string) => void,
): void {
  startLiveSearch(search, announce);
  prefetchFollowedLinks();
  loadAppliedMarks();
  // The back/forward cache can restore the page from before the candidate applied.
  addEventListener("pageshow", loadAppliedMarks);
  addEventListener("pagehide", storeSearch);
}

/** Stores the search, such as `q=chef&page=2`, for the link back from a position. Leaves out other parameters. */
function storeSearch(): void {
  const query = new URLSearchParams(location.search);
  for (const name of [...query.keys()]) {
    const isField = document.querySelector(`.search [name=${CSS.escape(name)}]:not([type=hidden])`);
    if (!isField && name !== "page") query.delete(name);
  }
  try {
    sessionStorage.setItem(location.pathname, query.toString());
  } catch {
    // Storage is blocked: the link leads to the entire list.
  }
}

/** Loads the code that marks jobs, only for candidates who have applied. */
function loadAppliedMarks(): void {
  if (hasAppliedBefore()) void import("./applied-marks").then((module) => module.markApplied());
}
