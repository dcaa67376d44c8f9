import { foldText } from "~/contract/fold-text";

/** Maximum length of a search, in characters. */
export const QUERY_MAX_LENGTH = 200;

/** Maximum number of words in a query. Additional words are ignored. */
const MAX_WORDS = 12;

/** Shorter words are not corrected. */
const MIN_CORRECTED_LENGTH = 5;
/** Maximum number of corrected words in a query, and of replacements for each. */
const CORRECTIONS = { words: 3, each: 20 };

/**
 * Returns the text that a query is compared with, without apostrophes. Also contains hyphenated words as one
 * word, and the parts of words with apostrophes, to match other spellings.
 */
export function toSearchText(texts: (string | null | undefined)[]): string {
  const folded = foldText(texts.join("\n"));
  let text = folded.replaceAll("'", "");
  for (const word of folded.split(" ")) {
    if (word.includes("-")) text += ` ${word.replace(/['-]/g, "")}`;
    if (word.includes("'")) text += ` ${word.replaceAll("'", " ")}`;
  }
  return text;
}

/** Returns the distinct words of all texts. */
export const splitWords = (texts: readonly string[]): string[] => [
  ...new Set(texts.join(" ").split(/[^\p{L}\p{N}\p{M}]+/u)),
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
  let remaining = CORRECTIONS.words;
  const wanted = foldText(query.slice(0, QUERY_MAX_LENGTH))
    .replaceAll("'", "")
    .split(" ")
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((typed) => {
      const word = typed.replaceAll("-", "");
      const variants = word === typed ? [word] : [word, typed, typed.replaceAll("-", " ")];
      return word.length < MIN_CORRECTED_LENGTH ||
        variants.some((variant) => texts.some((text) => text.includes(variant))) ||
        remaining-- <= 0
        ? variants
        : words()
            .filter((other) => isOneTypoAway(word, other))
            .slice(0, CORRECTIONS.each);
    });
  return (text) => wanted.every((variants) => variants.some((word) => text.includes(word)));
}

/**
 * Whether a word differs from `other`, or from the beginning of `other`, by at most one typo: a letter that is
 * missing, extra, wrong, or swapped with the next.
 */
export function isOneTypoAway(word: string, other: string): boolean {
  let index = 0;
  while (index < word.length && word[index] === other[index]) index++;
  const rest = word.slice(index + 1);
  return (
    other.startsWith(word.slice(index), index + 1) ||
    // A wrong last letter counts as one typo only if the other word ends there too.
    ((rest !== "" || other.length <= word.length) &&
      (other.startsWith(rest, index) || other.startsWith(rest, index + 1))) ||
    (word[index] === other[index + 1] &&
      word[index + 1] === other[index] &&
      other.startsWith(word.slice(index + 2), index + 2))
  );
}

/** Splits a fact into a filter's values. A location can contain several places, separated by `;`. */
export const splitValues = (name: string, text: string): string[] =>
  name === "location" ? text.split(";") : [text];
