import { prefetchFollowedLinks } from "../ui/browser/prefetch";
import { startLiveSearch } from "./live-search";

/** Makes a career site livelier: its search, and the way to its jobs. */
export function wakeCareerSite(search: HTMLFormElement, say: (words: string) => void): void {
  startLiveSearch(search, say);
  prefetchFollowedLinks();
}
