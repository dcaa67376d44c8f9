import { compareNames } from "~/contract/compare-names";
import { foldText } from "~/contract/fold-text";
import { FILTER_NAMES, type FilterName, type JobSearch } from "../addresses";
import { startDateText } from "../i18n/dates";
import type { Language } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { payText } from "../i18n/pay";
import { memoize } from "../i18n/memoize";
import type { Job, Pay } from "../platform/types";
import { toSearchText, createMatcher, splitValues, splitWords } from "./search";

export const JOBS_PER_PAGE = 100;
/** Maximum number of values per filter. The page lists them all, and a location can contain any number. */
const MAX_FILTER_VALUES = 5000;
/** A list with at most this many jobs in departments isn't grouped. */
const FEW_JOBS = 10;

/** The properties of a job that a search uses. */
type SearchableJob = Pick<
  Job,
  | "name"
  | "location"
  | "contractType"
  | "department"
  | "workplace"
  | "pay"
  | "joinDate"
  | "publishedAt"
>;

/** A filter's value, and the number of jobs with it. */
export interface FilterValue {
  /** The folded value. */
  key: string;
  value: string;
  label: string;
  count: number;
}

/** The values of each filter, in alphabetical order. */
export type Filters = Record<FilterName, FilterValue[]>;

/** The columns of a list. */
export type Column = "place" | "contract" | "department" | "date" | "pay";

/** The longest text of each column, empty for a column that the list doesn't have. */
export type Columns = Record<Column, string>;

/** Values derived from a list in one language, each computed when first used. */
class ListIndex {
  #texts: string[] | undefined;
  #words: string[] | undefined;
  readonly #values: Partial<Record<FilterName, string[][]>> = {};
  #filters: Filters | undefined;
  #order: number[] | undefined;
  #columns: Columns | undefined;

  constructor(
    readonly jobs: readonly SearchableJob[],
    readonly language: Language,
  ) {}

  /** Each job's search text. */
  get texts() {
    return (this.#texts ??= this.jobs.map((job) => createSearchText(job, this.language)));
  }
  get words() {
    return (this.#words ??= splitWords(this.texts));
  }
  /** Each job's folded values for a filter. */
  values(name: FilterName) {
    return (this.#values[name] ??= getKeys(this.jobs, name));
  }
  get filters() {
    return (this.#filters ??= countFilterValues(this.jobs, this.language));
  }
  columns(country: string | undefined) {
    return (this.#columns ??= findColumns(this.jobs, this.filters, this.language, country));
  }
  /** Indices of the jobs in display order. */
  get order() {
    return (this.#order ??= sortJobs(this.jobs, this.filters, this.language));
  }
}

/** Keyed by list, because an unchanged list is the same object. */
const listIndexes = new WeakMap<readonly SearchableJob[], Map<Language, ListIndex>>();

function getListIndex(jobs: readonly SearchableJob[], language: Language): ListIndex {
  const byLanguage = listIndexes.get(jobs) ?? new Map<Language, ListIndex>();
  listIndexes.set(jobs, byLanguage);
  const derived = byLanguage.get(language) ?? new ListIndex(jobs, language);
  byLanguage.set(language, derived);
  return derived;
}

const getValues = (job: SearchableJob, name: FilterName): string[] =>
  splitValues(name, (name === "contract" ? job.contractType : job[name]) ?? "");

export const formatPay = ({ pay }: Pick<Job, "pay">, language: Language) =>
  pay && (payText(pay, language) ?? pay.text);

/** Memoized, because many jobs can have the same pay. */
const formatSum = memoize(
  1000,
  (sum: number, language: Language, currency?: string, unit?: Pay["unit"]) =>
    payText({ min: sum, max: sum, ...(currency && { currency }), ...(unit && { unit }) }, language),
);

/** Formats pay for a search. Formats the ends of a range separately, because formatting a range is much slower. */
function formatSearchedPay(job: SearchableJob, language: Language): (string | undefined)[] {
  const { min, max, currency, unit } = job.pay ?? {};
  if (min === undefined || max === undefined) return [formatPay(job, language)];
  return [min, max].map((sum) => formatSum(sum, language, currency, unit));
}

/** Formats the workplace. Undefined for on-site jobs, which are the usual case. */
export const formatWorkplace = ({ workplace }: Pick<Job, "workplace">, language: Language) =>
  workplace && workplace !== "onsite" ? messagesFor(language)[`facts.${workplace}`] : undefined;

export const getFilters = (jobs: readonly SearchableJob[], language: Language): Filters =>
  getListIndex(jobs, language).filters;

/** Returns a list's columns, which stay the same when a search leaves out jobs. @param country the company's country */
export const getColumns = (
  jobs: readonly SearchableJob[],
  language: Language,
  country: string | undefined,
): Columns => getListIndex(jobs, language).columns(country);

function findColumns(
  jobs: readonly SearchableJob[],
  filters: Filters,
  language: Language,
  country: string | undefined,
): Columns {
  const dates = new Set(jobs.map(({ joinDate }) => joinDate));
  // Formatting the pay of all jobs would be slow. A long text usually comes from long JSON.
  const pays = new Map<string, Pay>();
  for (const { pay } of jobs) {
    const isFormatted = pay?.currency && (pay.min ?? pay.max) !== undefined;
    if (isFormatted) pays.set(JSON.stringify({ ...pay, text: undefined }), pay);
    else if (pay?.text) pays.set(pay.text, pay);
  }
  const longPays = [...pays].sort(([a], [b]) => b.length - a.length).slice(0, 20);
  return {
    place: findLongest(jobs.flatMap((job) => [job.location, formatWorkplace(job, language)])),
    contract: findLongest(jobs.map(({ contractType }) => contractType)),
    department: isGrouped(jobs, filters)
      ? ""
      : findLongest(jobs.map(({ department }) => department)),
    date: findLongest([...dates].map((date) => date && startDateText(date, language, country))),
    pay: findLongest(longPays.map(([, pay]) => formatPay({ pay }, language))),
  };
}

const findLongest = (texts: readonly (string | undefined)[]): string =>
  texts.reduce<string>((longest, text = "") => (text.length > longest.length ? text : longest), "");

function countFilterValues(jobs: readonly SearchableJob[], language: Language): Filters {
  const t = messagesFor(language);
  const compare = compareNames(language);
  const values = (name: FilterName): FilterValue[] => {
    // The first spelling of each value is shown.
    const found = new Map<string, FilterValue>();
    const spellings = new Map<string, FilterValue>();
    const entries = jobs.flatMap((job) => getValues(job, name).map((value) => ({ job, value })));
    for (const { job, value } of entries) {
      let counted = spellings.get(value);
      if (!counted) {
        const key = foldText(value);
        const label = name === "workplace" && job.workplace ? t[`facts.${job.workplace}`] : value;
        counted = found.get(key) ?? { key, value: value.trim(), label: label.trim(), count: 0 };
        if (key !== "" && found.size < MAX_FILTER_VALUES) found.set(key, counted);
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
 * Whether to group a list: more than `FEW_JOBS` jobs have a department, there are at least two groups, and
 * departments have at least two jobs on average.
 */
export function isGrouped(jobs: readonly SearchableJob[], { department }: Filters): boolean {
  const placed = department.reduce((sum, { count }) => sum + count, 0);
  return (
    placed > FEW_JOBS &&
    department.length + Number(placed < jobs.length) > 1 &&
    department.length * 2 <= placed
  );
}

/**
 * Sorts a list by department, if it is grouped. Jobs without a department come last. Keeps the platform's order,
 * but sorts successive jobs by name if they were published at the same time, or if the times are unknown.
 */
function sortJobs(jobs: readonly SearchableJob[], filters: Filters, language: Language): number[] {
  const byName = compareNames(language);
  const groups = isGrouped(jobs, filters) ? groupJobs(jobs, filters) : [];
  let run = 0;
  const runs = jobs.map(({ publishedAt }, index) =>
    index > 0 && publishedAt !== jobs[index - 1]?.publishedAt ? ++run : run,
  );
  const compare = (a: number, b: number) =>
    (groups[a] ?? 0) - (groups[b] ?? 0) ||
    (runs[a] ?? 0) - (runs[b] ?? 0) ||
    byName(jobs[a]?.name ?? "", jobs[b]?.name ?? "");
  return [...jobs.keys()].sort(compare);
}

/** Returns the position of each job's department, in alphabetical order. */
function groupJobs(jobs: readonly SearchableJob[], filters: Filters): number[] {
  const byKey = new Map(filters.department.map(({ key }, index) => [key, index]));
  const departmentIndex = memoize(1000, (name: string) => byKey.get(foldText(name)) ?? byKey.size);
  return jobs.map(({ department = "" }) => departmentIndex(department));
}

/** Finds the jobs that match all words and filters of a search, in display order. */
export function searchJobs<J extends SearchableJob>(
  jobs: readonly J[],
  wanted: JobSearch,
  language: Language,
): readonly J[] {
  const derived = getListIndex(jobs, language);
  const filters = FILTER_NAMES.map((name) => ({ name, key: foldText(wanted[name]) })).filter(
    ({ key }) => key !== "",
  );
  const getJobs = (indices: number[]) => indices.flatMap((index) => jobs[index] ?? []);
  const filtered = derived.order.filter((index) =>
    filters.every(({ name, key }) => derived.values(name)[index]?.includes(key)),
  );
  if (wanted.query.trim() === "") return getJobs(filtered);
  const { texts } = derived;
  const isMatch = createMatcher(wanted.query, texts, () => derived.words);
  return getJobs(filtered.filter((index) => isMatch(texts[index] ?? "")));
}

function getKeys(jobs: readonly SearchableJob[], name: FilterName): string[][] {
  const toKey = memoize(1000, foldText);
  return jobs.map((job) => getValues(job, name).map((value) => toKey(value)));
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
