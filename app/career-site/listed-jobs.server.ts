import { FILTER_NAMES, type FilterName, type JobSearch } from "../addresses";
import { languageTag, type Language } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { payText } from "../i18n/pay";
import { remembering } from "../i18n/remembering";
import type { Job, Pay } from "../platform/types";
import { keyOf, searchedText, searcher, valuesIn, wordsIn } from "./search";

/** The most jobs that one page of the list shows. */
export const JOBS_PER_PAGE = 100;
/** A list is grouped by department when more jobs than this have one. */
const FEW_JOBS = 10;

/** The parts of a job that a search reads. */
type Searched = Pick<
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
class Derived {
  #texts: string[] | undefined;
  #words: string[] | undefined;
  readonly #values: Partial<Record<FilterName, string[][]>> = {};
  #filters: Filters | undefined;
  #order: number[] | undefined;

  constructor(
    readonly jobs: readonly Searched[],
    readonly language: Language,
  ) {}

  /** The text that each job is found by. */
  get texts() {
    return (this.#texts ??= this.jobs.map((job) => textOf(job, this.language)));
  }
  get words() {
    return (this.#words ??= wordsIn(this.texts));
  }
  /** What a filter compares with each job. */
  values(name: FilterName) {
    return (this.#values[name] ??= keysOf(this.jobs, name));
  }
  get filters() {
    return (this.#filters ??= filtersIn(this.jobs, this.language));
  }
  /** The places of the jobs in the order in which they are shown. */
  get order() {
    return (this.#order ??= orderOf(this.jobs, this.filters));
  }
}

/** A list that has not changed is the same object. */
const derivedLists = new WeakMap<readonly Searched[], Map<Language, Derived>>();

function derivedFrom(jobs: readonly Searched[], language: Language): Derived {
  const known = derivedLists.get(jobs) ?? new Map<Language, Derived>();
  derivedLists.set(jobs, known);
  const derived = known.get(language) ?? new Derived(jobs, language);
  known.set(language, derived);
  return derived;
}

/** What a filter compares. */
const valuesOf = (job: Searched, name: FilterName): string[] =>
  valuesIn(name, (name === "contract" ? job.contractType : job[name]) ?? "");

/** Pay in a language's words. */
export const payWords = ({ pay }: Pick<Job, "pay">, language: Language) =>
  pay && (payText(pay, language) ?? pay.text);

/** Many jobs pay the same. */
const sumWords = remembering(
  1000,
  (sum: number, language: Language, currency?: string, unit?: Pay["unit"]) =>
    payText({ min: sum, max: sum, ...(currency && { currency }), ...(unit && { unit }) }, language),
);

/**
 * The words of `payWords`, for a search. The two ends of a range are written one by one: a range takes a
 * hundred times as long.
 */
function searchedPay(job: Searched, language: Language): (string | undefined)[] {
  const { min, max, currency, unit } = job.pay ?? {};
  if (min === undefined || max === undefined) return [payWords(job, language)];
  return [min, max].map((sum) => sumWords(sum, language, currency, unit));
}

/** The workplace in a language's words; undefined where it is on site, as candidates expect. */
export const workplaceWords = ({ workplace }: Pick<Job, "workplace">, language: Language) =>
  workplace && workplace !== "onsite" ? messagesFor(language)[`facts.${workplace}`] : undefined;

/** The values that a list can be filtered by. */
export const filtersOf = (jobs: readonly Searched[], language: Language): Filters =>
  derivedFrom(jobs, language).filters;

function filtersIn(jobs: readonly Searched[], language: Language): Filters {
  const t = messagesFor(language);
  const { compare } = new Intl.Collator(languageTag(language));
  const values = (name: FilterName): FilterValue[] => {
    // The first of a value's spellings stands for all.
    const found = new Map<string, FilterValue>();
    const spellings = new Map<string, FilterValue>();
    const given = jobs.flatMap((job) => valuesOf(job, name).map((value) => ({ job, value })));
    for (const { job, value } of given) {
      let counted = spellings.get(value);
      if (!counted) {
        const key = keyOf(value);
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
export function isGrouped(jobs: readonly Searched[], { department }: Filters): boolean {
  const placed = department.reduce((sum, { count }) => sum + count, 0);
  return (
    placed > FEW_JOBS &&
    department.length + Number(placed < jobs.length) > 1 &&
    department.length * 2 <= placed
  );
}

/** By department, in the order of the alphabet; jobs without one come last. */
function orderOf(jobs: readonly Searched[], filters: Filters): number[] {
  const all = [...jobs.keys()];
  if (!isGrouped(jobs, filters)) return all;
  const byKey = new Map(filters.department.map(({ value }, index) => [keyOf(value), index]));
  const placeOf = remembering(1000, (name: string) => byKey.get(keyOf(name)) ?? byKey.size);
  const places = jobs.map(({ department = "" }) => placeOf(department));
  return all.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
}

/**
 * The jobs with all the words of a search and all the values of its filters, in the order in which they
 * are shown.
 */
export function searchJobs<J extends Searched>(
  jobs: readonly J[],
  wanted: JobSearch,
  language: Language,
): readonly J[] {
  const derived = derivedFrom(jobs, language);
  const filters = FILTER_NAMES.map((name) => ({ name, key: keyOf(wanted[name]) })).filter(
    ({ key }) => key !== "",
  );
  const jobsAt = (places: number[]) => places.flatMap((place) => jobs[place] ?? []);
  const kept = derived.order.filter((place) =>
    filters.every(({ name, key }) => derived.values(name)[place]?.includes(key)),
  );
  if (wanted.query.trim() === "") return jobsAt(kept);
  const { texts } = derived;
  const isFound = searcher(wanted.query, texts, () => derived.words);
  return jobsAt(kept.filter((place) => isFound(texts[place] ?? "")));
}

function keysOf(jobs: readonly Searched[], name: FilterName): string[][] {
  const keyOnce = remembering(1000, keyOf);
  return jobs.map((job) => valuesOf(job, name).map((value) => keyOnce(value)));
}

const textOf = (job: Searched, language: Language): string =>
  searchedText([
    job.name,
    job.location,
    job.contractType,
    job.department,
    workplaceWords(job, language),
    ...searchedPay(job, language),
  ]);
