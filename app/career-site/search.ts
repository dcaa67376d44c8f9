import type { Wanted } from "../addresses";
import { folded } from "../i18n/folded";
import type { Job } from "../platform/types";

/** The most jobs that one page of the list shows. */
export const JOBS_PER_PAGE = 100;
/** The most characters of a search; no job has a longer name. */
export const QUERY_MAX_LENGTH = 200;
/** With so many jobs the list has no filters: they are seen at a glance. */
const FEW_JOBS = 20;

/** What a search looks at, and a filter compares. */
type Searched = Pick<Job, "name" | "location" | "contractType" | "department">;

/** What jobs may be filtered by: all values there are, in the order of a language's alphabet. */
export type Filters = Record<"department" | "location", string[]>;

/**
 * The filters of a list; without values where there are few jobs, or no choice.
 *
 * @param language a BCP 47 tag
 */
export function filtersOf(jobs: readonly Searched[], language: string): Filters {
  const valuesOf = (name: keyof Filters) => {
    // Of a value's spellings the first stands for all.
    const values = new Map<string, string>();
    for (const value of jobs.flatMap((job) => job[name] ?? [])) {
      const key = keyOf(value);
      if (key !== "" && !values.has(key)) values.set(key, value.trim());
    }
    if (jobs.length <= FEW_JOBS || values.size < 2) return [];
    return [...values.values()].sort(new Intl.Collator(language).compare);
  };
  return { department: valuesOf("department"), location: valuesOf("location") };
}

/**
 * The jobs that are wanted: each word of the query is somewhere in the name, the place, the kind of
 * contract or the department, in any order, without case and accents (design, section 5).
 */
export function searchJobs<T extends Searched>(
  jobs: readonly T[],
  { query, department, location }: Wanted,
): T[] {
  const isFound = searcher(query);
  return jobs.filter(
    (job) =>
      isValue(department)(job.department) &&
      isValue(location)(job.location) &&
      isFound([job.name, job.location, job.contractType, job.department]),
  );
}

/** What a department or a place is compared by, without case and accents. */
export const keyOf = (value: string): string => folded(value.trim());

/** Makes a function that says whether a text is the value of a filter, without case and accents. */
export function isValue(wanted: string): (text: string | null | undefined) => boolean {
  const key = keyOf(wanted);
  return (text) => key === "" || keyOf(text ?? "") === key;
}

/** Makes a function that says whether each word of the query is in one of some texts. */
export function searcher(query: string): (texts: (string | null | undefined)[]) => boolean {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (texts) => {
    const found = folded(texts.join("\n"));
    return words.every((word) => found.includes(word));
  };
}
