import { folded } from "../i18n/folded";
import type { Job } from "../platform/types";

/** The most jobs that one page of the list shows. */
export const JOBS_PER_PAGE = 100;

/** The most characters of a search; no job has a longer name. */
export const QUERY_MAX_LENGTH = 200;

/** The jobs whose name, location or contract type contains the query, without case and accents. */
export function searchJobs<T extends Pick<Job, "name" | "location" | "contractType">>(
  jobs: T[],
  query: string,
): T[] {
  const isWanted = searcher(query);
  return jobs.filter(({ name, location, contractType }) =>
    isWanted([name, location, contractType]),
  );
}

/** Makes a function that says whether any of some texts contains the query; an empty one always. */
export function searcher(query: string): (texts: (string | null | undefined)[]) => boolean {
  const wanted = folded(query.trim());
  return (texts) => wanted === "" || texts.some((text) => text && folded(text).includes(wanted));
}
