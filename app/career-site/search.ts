import { folded } from "../i18n/folded";
import type { Job } from "../platform/types";

/** The most jobs that one page of the list shows. */
export const JOBS_PER_PAGE = 100;

/** Characters of a search, more than any job has in its name. */
export const QUERY_MAX_LENGTH = 200;

/** The jobs whose name, location or contract type has the query in it, whatever case and accents. */
export function searchJobs<T extends Pick<Job, "name" | "location" | "contractType">>(
  jobs: T[],
  query: string,
): T[] {
  const isWanted = searcher(query);
  return jobs.filter(({ name, location, contractType }) =>
    isWanted([name, location, contractType]),
  );
}

/** Tells whether any of a job's texts has the query in it; every job has an empty one. */
export function searcher(query: string): (texts: (string | null | undefined)[]) => boolean {
  const wanted = folded(query.trim());
  return (texts) => wanted === "" || texts.some((text) => text && folded(text).includes(wanted));
}
