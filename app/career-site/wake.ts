import { prefetchFollowedLinks } from "../ui/browser/prefetch";
import { startLiveSearch } from "./live-search";

/** Makes the search answer while the visitor types, and fetches a job's page before its link is followed. */
export function wakeCareerSite(search: HTMLFormElement, say: (words: string) => void): void {
  startLiveSearch(search, say);
  prefetchFollowedLinks();
}
