import { foldText } from "../i18n/fold-text";

/** Maximum length of a search, in characters. */
export const QUERY_MAX_LENGTH = 200;

/** Maximum number of words in a query. Further words are ignored. */
const MAX_WORDS = 12;

/** Shorter words are not corrected. */
const MIN_CORRECTED_LENGTH = 5;
/** Maximum number of corrected words in a query, and of replacements for each. */
const CORRECTIONS = { words: 3, each: 20 };

/** Removes case, accents and surrounding spaces from a filter's value. */
export const normalizeValue = (value: string): string => foldText(value.trim());

/** Returns the text that a query is compared with. */
export const toSearchText = (texts: (string | null | undefined)[]): string =>
  foldText(texts.join("\n"));

/** Returns the distinct words of all texts. */
export const splitWords = (texts: readonly string[]): string[] => [
  ...new Set(texts.join("\n").split(/[^\p{L}\p{N}]+/u)),
];

/**
 * Creates a function that tests whether a text has every word of the query, in any order. Allows one typo
 * each in up to three long words that match no text.
 *
 * @param texts all texts of the list (`toSearchText`)
 * @param words returns the words of these texts
 */
export function createMatcher(
  query: string,
  texts: readonly string[],
  words: () => readonly string[] = () => splitWords(texts),
): (text: string) => boolean {
  let left = CORRECTIONS.words;
  const wanted = foldText(query.slice(0, QUERY_MAX_LENGTH))
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) =>
      word.length < MIN_CORRECTED_LENGTH || texts.some((text) => text.includes(word)) || left-- <= 0
        ? [word]
        : words()
            .filter((other) => isOneTypoAway(word, other))
            .slice(0, CORRECTIONS.each),
    );
  return (text) => wanted.every((either) => either.some((word) => text.includes(word)));
}

/**
 * Whether a word differs from `other`, or from the beginning of `other`, by at most one typo: a letter that is
 * missing, extra, wrong, or swapped with the next.
 */
export function isOneTypoAway(word: string, other: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  const rest = word.slice(at + 1);
  return (
    other.startsWith(word.slice(at), at + 1) ||
    // A wrong last letter counts as one typo only if the other word ends there too.
    ((rest !== "" || other.length <= word.length) &&
      (other.startsWith(rest, at) || other.startsWith(rest, at + 1))) ||
    (word[at] === other[at + 1] &&
      word[at + 1] === other[at] &&
      other.startsWith(word.slice(at + 2), at + 2))
  );
}

/** Splits a fact into the values of a filter. A location can name several places, separated by `;`. */
export const splitValues = (name: string, text: string): string[] =>
  name === "location" ? text.split(";") : [text];
