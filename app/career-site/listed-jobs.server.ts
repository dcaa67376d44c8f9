import { FILTER_NAMES, type FilterName, type JobSearch } from "../addresses";
import { languageTag, type Language } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { payText } from "../i18n/pay";
import { memoize } from "../i18n/memoize";
import type { Job, Pay } from "../platform/types";
import { normalizeValue, toSearchText, createMatcher, splitValues, splitWords } from "./search";

/** The most jobs that one page of the list shows. */
export const JOBS_PER_PAGE = 100;
/** A list is grouped by department when more jobs than this have one. */
const FEW_JOBS = 10;

/** The parts of a job that a search reads. */
type SearchableJob = Pick<
  Job,
  "name" | "location" | "contractType" | "department" | "workplace" | "pay"
>;

/** A value that a list can be filtered by, and how many jobs have it. */
export interface FilterValue {
  value: string;
  label: string;
  count: number;
}

/** The values of each fact, in the order of a language's alphabet. */
export type Filters = Record<FilterName, FilterValue[]>;

/** What is derived from a list in one language, when it is first asked for. */
class ListIndex {
  #texts: string[] | undefined;
  #words: string[] | undefined;
  readonly #values: Partial<Record<FilterName, string[][]>> = {};
  #filters: Filters | undefined;
  #order: number[] | undefined;

  constructor(
    readonly jobs: readonly SearchableJob[],
    readonly language: Language,
  ) {}

  /** The text that each job is found by. */
  get texts() {
    return (this.#texts ??= this.jobs.map((job) => createSearchText(job, this.language)));
  }
  get words() {
    return (this.#words ??= splitWords(this.texts));
  }
  /** What a filter compares with each job. */
  values(name: FilterName) {
    return (this.#values[name] ??= getKeys(this.jobs, name));
  }
  get filters() {
    return (this.#filters ??= countFilterValues(this.jobs, this.language));
  }
  /** The places of the jobs in the order in which they are shown. */
  get order() {
    return (this.#order ??= sortJobs(this.jobs, this.filters));
  }
}

/** A list that has not changed is the same object. */
const listIndexes = new WeakMap<readonly SearchableJob[], Map<Language, ListIndex>>();

function getListIndex(jobs: readonly SearchableJob[], language: Language): ListIndex {
  const known = listIndexes.get(jobs) ?? new Map<Language, ListIndex>();
  listIndexes.set(jobs, known);
  const derived = known.get(language) ?? new ListIndex(jobs, language);
  known.set(language, derived);
  return derived;
}

/** What a filter compares. */
const getValues = (job: SearchableJob, name: FilterName): string[] =>
  splitValues(name, (name === "contract" ? job.contractType : job[name]) ?? "");

/** Pay in a language's words. */
export const formatPay = ({ pay }: Pick<Job, "pay">, language: Language) =>
  pay && (payText(pay, language) ?? pay.text);

/** Many jobs pay the same. */
const formatSum = memoize(
  1000,
  (sum: number, language: Language, currency?: string, unit?: Pay["unit"]) =>
    payText({ min: sum, max: sum, ...(currency && { currency }), ...(unit && { unit }) }, language),
);

/**
 * The words of `payWords`, for a search. The two ends of a range are written one by one: a range takes a
 * hundred times as long.
 */
function formatSearchedPay(job: SearchableJob, language: Language): (string | undefined)[] {
  const { min, max, currency, unit } = job.pay ?? {};
  if (min === undefined || max === undefined) return [formatPay(job, language)];
  return [min, max].map((sum) => formatSum(sum, language, currency, unit));
}

/** The workplace in a language's words; undefined where it is on site, as candidates expect. */
export const formatWorkplace = ({ workplace }: Pick<Job, "workplace">, language: Language) =>
  workplace && workplace !== "onsite" ? messagesFor(language)[`facts.${workplace}`] : undefined;

/** The values that a list can be filtered by. */
export const getFilters = (jobs: readonly SearchableJob[], language: Language): Filters =>
  getListIndex(jobs, language).filters;

function countFilterValues(jobs: readonly SearchableJob[], language: Language): Filters {
  const t = messagesFor(language);
  const { compare } = new Intl.Collator(languageTag(language));
  const values = (name: FilterName): FilterValue[] => {
    // The first of a value's spellings stands for all.
    const found = new Map<string, FilterValue>();
    const spellings = new Map<string, FilterValue>();
    const given = jobs.flatMap((job) => getValues(job, name).map((value) => ({ job, value })));
    for (const { job, value } of given) {
      let counted = spellings.get(value);
      if (!counted) {
        const key = normalizeValue(value);
        const label = name === "workplace" && job.workplace ? t[`facts.${job.workplace}`] : value;
        counted = found.get(key) ?? { value: value.trim(), label: label.trim(), count: 0 };
        if (key !== "") found.set(key, counted);
        spellings.set(value, counted);
      }
      counted.count++;
    }
    return [...found.values()].sort((a, b) => compare(a.label, b.label));
  };
  return {
    location: values("location"),
    workplace: values("workplace"),
    contract: values("contract"),
    department: values("department"),
  };
}

/**
 * Whether a list is read more easily by department: many jobs have one, and most departments several
 * jobs.
 */
export function isGrouped(jobs: readonly SearchableJob[], { department }: Filters): boolean {
  const placed = department.reduce((sum, { count }) => sum + count, 0);
  return (
    placed > FEW_JOBS &&
    department.length + Number(placed < jobs.length) > 1 &&
    department.length * 2 <= placed
  );
}

/** By department, in the order of the alphabet; jobs without one come last. */
function sortJobs(jobs: readonly SearchableJob[], filters: Filters): number[] {
  const all = [...jobs.keys()];
  if (!isGrouped(jobs, filters)) return all;
  const byKey = new Map(
    filters.department.map(({ value }, index) => [normalizeValue(value), index]),
  );
  const placeOf = memoize(1000, (name: string) => byKey.get(normalizeValue(name)) ?? byKey.size);
  const places = jobs.map(({ department = "" }) => placeOf(department));
  return all.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
}

/**
 * The jobs with all the words of a search and all the values of its filters, in the order in which they
 * are shown.
 */
export function searchJobs<J extends SearchableJob>(
  jobs: readonly J[],
  wanted: JobSearch,
  language: Language,
): readonly J[] {
  const derived = getListIndex(jobs, language);
  const filters = FILTER_NAMES.map((name) => ({ name, key: normalizeValue(wanted[name]) })).filter(
    ({ key }) => key !== "",
  );
  const jobsAt = (places: number[]) => places.flatMap((place) => jobs[place] ?? []);
  const kept = derived.order.filter((place) =>
    filters.every(({ name, key }) => derived.values(name)[place]?.includes(key)),
  );
  if (wanted.query.trim() === "") return jobsAt(kept);
  const { texts } = derived;
  const isFound = createMatcher(wanted.query, texts, () => derived.words);
  return jobsAt(kept.filter((place) => isFound(texts[place] ?? "")));
}

function getKeys(jobs: readonly SearchableJob[], name: FilterName): string[][] {
  const keyOnce = memoize(1000, normalizeValue);
  return jobs.map((job) => getValues(job, name).map((value) => keyOnce(value)));
}

const createSearchText = (job: SearchableJob, language: Language): string =>
  toSearchText([
    job.name,
    job.location,
    job.contractType,
    job.department,
    formatWorkplace(job, language),
    ...formatSearchedPay(job, language),
  ]);
