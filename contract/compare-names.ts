import { FALLBACK_LANGUAGE, matchLanguage } from "./languages";

/** Returns a function that compares names in a language's order: "albañil", "Ángel", "Zapatera". */
export const compareNames = (language: string) =>
  new Intl.Collator(matchLanguage(language) ?? FALLBACK_LANGUAGE, { numeric: true }).compare;

interface PublishedJob {
  name: string;
  published_at?: string | null | undefined;
}

/** Returns a function that compares jobs: newest first, then by name. */
export function compareJobs(language: string) {
  const byName = compareNames(language);
  return (one: PublishedJob, other: PublishedJob): number => {
    const [at, otherAt] = [one.published_at ?? "", other.published_at ?? ""];
    return at === otherAt ? byName(one.name, other.name) : at < otherAt ? 1 : -1;
  };
}
