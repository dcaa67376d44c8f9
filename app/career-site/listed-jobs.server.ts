import type { Wanted } from "../addresses";
import type { Job } from "../platform/types";
import { keyOf, searchedText, wordsOf } from "./search";

/** The most jobs that one page of the list shows. */
export const JOBS_PER_PAGE = 100;
/** With so many jobs the list has no filters: they are seen at a glance. */
const FEW_JOBS = 20;

/** What a search looks at, and a filter compares. */
type Searched = Pick<Job, "name" | "location" | "contractType" | "department">;

/** What jobs may be filtered by: all values there are, in the order of a language's alphabet. */
export type Filters = Record<"department" | "location", string[]>;

/** What a job is found by, without case and accents. */
type Keys = Record<"text" | keyof Filters, string>;

/** What is made of a list: once, as a list that has not changed is the same one with each read. */
interface Made {
  keys?: Keys[];
  /** By language. */
  filters: Map<string, Filters>;
}

const madeOf = new WeakMap<readonly Searched[], Made>();

function madeBefore(jobs: readonly Searched[]): Made {
  const before = madeOf.get(jobs);
  const made: Made = before ?? { filters: new Map() };
  if (!before) madeOf.set(jobs, made);
  return made;
}

/**
 * The filters of a list; without values where there are few jobs, or no choice.
 *
 * @param language a BCP 47 tag
 */
export function filtersOf(jobs: readonly Searched[], language: string): Filters {
  const { filters } = madeBefore(jobs);
  const filtersHere = filters.get(language) ?? makeFilters(jobs, language);
  filters.set(language, filtersHere);
  return filtersHere;
}

function makeFilters(jobs: readonly Searched[], language: string): Filters {
  if (jobs.length <= FEW_JOBS) return { department: [], location: [] };
  const { compare } = new Intl.Collator(language);
  const valuesOf = (name: keyof Filters) => {
    // Of a value's spellings the first stands for all.
    const values = new Map<string, string>();
    for (const value of new Set(jobs.flatMap((job) => job[name] ?? []))) {
      const key = keyOf(value);
      if (key !== "" && !values.has(key)) values.set(key, value.trim());
    }
    return values.size < 2 ? [] : [...values.values()].sort(compare);
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
): readonly T[] {
  const words = wordsOf(query);
  const keys = { department: keyOf(department), location: keyOf(location) };
  if (words.length === 0 && keys.department === "" && keys.location === "") return jobs;
  const made = madeBefore(jobs);
  const listed = (made.keys ??= keysOf(jobs));
  const isAt = (name: keyof Filters, index: number) =>
    keys[name] === "" || listed[index]?.[name] === keys[name];
  return jobs.filter(
    (_, index) =>
      isAt("department", index) &&
      isAt("location", index) &&
      words.every((word) => listed[index]?.text.includes(word)),
  );
}

function keysOf(jobs: readonly Searched[]): Keys[] {
  // A list has many jobs at few places.
  const known = new Map<string, string>();
  const keyOnce = (value = "") => {
    const key = known.get(value) ?? keyOf(value);
    known.set(value, key);
    return key;
  };
  return jobs.map(({ name, location, contractType, department }) => ({
    text: searchedText([name, location, contractType, department]),
    department: keyOnce(department),
    location: keyOnce(location),
  }));
}
