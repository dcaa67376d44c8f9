import type { Job } from "../platform/types";

/** The jobs whose name, location or contract type has the query in it, whatever case and accents. */
export function searchJobs<T extends Pick<Job, "name" | "location" | "contractType">>(
  jobs: T[],
  query: string,
): T[] {
  const wanted = folded(query.trim());
  if (wanted === "") return jobs;
  return jobs.filter(({ name, location, contractType }) =>
    [name, location, contractType].some((text) => text && folded(text).includes(wanted)),
  );
}

const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
