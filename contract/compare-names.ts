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
  return (a: PublishedJob, b: PublishedJob): number => {
    const [date, otherDate] = [a.published_at ?? "", b.published_at ?? ""];
    return date === otherDate ? byName(a.name, b.name) : date < otherDate ? 1 : -1;
  };
}
