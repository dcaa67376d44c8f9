import { foldText } from "../i18n/fold-text";

/** The most characters of a search; no job has a longer name. */
export const QUERY_MAX_LENGTH = 200;

/** The most words of a query that are looked for. */
const MAX_WORDS = 12;

/** Shorter words are not corrected. */
const MIN_CORRECTED_LENGTH = 5;
/** How many words of a query are corrected, and to how many words of the list each. */
const CORRECTIONS = { words: 3, each: 20 };

/** The value of a filter without case, accents and surrounding spaces. */
export const normalizeValue = (value: string): string => foldText(value.trim());

/** The text that a job is found by. */
export const toSearchText = (texts: (string | null | undefined)[]): string =>
  foldText(texts.join("\n"));

/** The words of a list, each once. */
export const splitWords = (texts: readonly string[]): string[] => [
  ...new Set(texts.join("\n").split(/[^\p{L}\p{N}]+/u)),
];

/**
 * Makes a function that says whether a text has every word of the query, in any order. A word that no
 * text has may have one typo.
 *
 * @param texts all texts of the list (`searchedText`)
 * @param words the words of these texts
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
 * Whether one typo (a letter that is missing, extra, wrong or swapped with the next) makes a word of
 * another, or of its beginning.
 */
export function isOneTypoAway(word: string, other: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  const rest = word.slice(at + 1);
  return (
    other.startsWith(word.slice(at), at + 1) ||
    // A last letter that is wrong is one typo only if the other word ends there too.
    ((rest !== "" || other.length <= word.length) &&
      (other.startsWith(rest, at) || other.startsWith(rest, at + 1))) ||
    (word[at] === other[at + 1] &&
      word[at + 1] === other[at] &&
      other.startsWith(word.slice(at + 2), at + 2))
  );
}

/** The values of a fact that a filter compares: a location may name several places, separated by `;`. */
export const splitValues = (name: string, text: string): string[] =>
  name === "location" ? text.split(";") : [text];
