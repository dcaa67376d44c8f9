import { fill } from "../i18n/fill";
import { memoize } from "../i18n/memoize";

/** The messages of `resultsText`. `many` has `{count}`. `searched`, for an unsuccessful search, has `{query}`. */
interface ResultWords {
  one: string;
  many: string;
  none: string;
  searched: string;
}

/**
 * Formats the number of jobs found.
 *
 * @param searched the searched words and filter values
 * @param language a BCP 47 tag
 */
export function resultsText(
  count: number,
  { one, many, none, searched: noMatches }: ResultWords,
  searched: readonly string[],
  language: string,
): string {
  if (count === 0 && searched.length > 0) return fill(noMatches, { query: searched.join(" + ") });
  if (count === 0) return none;
  const words = createPluralRules(language).select(count) === "one" ? one : many;
  // Below 1,000, formatting changes nothing, and a browser's first format is slow.
  return fill(words, { count: count < 1000 ? String(count) : count.toLocaleString(language) });
}

const createPluralRules = memoize(10, (language: string) => new Intl.PluralRules(language));
