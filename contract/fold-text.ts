import { asciiDigit } from "./ascii-digit";
import { TRANSLITERATIONS } from "./slug";

/** Latin letters with strokes and hooks, each group preceded by its substitute. */
const ALIKE =
  "aⱥ bƀɓ cƈȼ dɖɗ eəǝɇɛ fƒ gǥɠɣ hħⱨ iɨɩ jɉȷ kƙꝁⱪ lƚɫⱡ nŋɲƞ oɵɔ pƥᵽ qĸ rɍɽ tŧƭⱦ uʉʊ vʋ wⱳ yƴɏ zƶȥⱬ";

/** Letters and signs that only searches fold, because published slugs must not change. */
const LETTERS = new Map([
  ...TRANSLITERATIONS,
  ...ALIKE.split(" ").flatMap(([typed = "", ...alike]) =>
    alike.map((letter) => [letter, typed] as const),
  ),
  ...Object.entries({ ς: "σ", "×": "x", "⁄": "/", "∕": "/" }),
  // Arabic, Persian and Urdu keyboards produce different letters here.
  ...Object.entries({ ي: "ی", ى: "ی", ك: "ک", ة: "ه" }),
]);

/** Apostrophes, quotation marks, primes, and the accents and modifier letters typed in their place. */
const QUOTES =
  /[\u00b4\p{QMark}\u02b9-\u02bf\u0384\u055a\u05f3\u05f4\u1fbd\u1fbf\u1ffe\u2032-\u2037\u2057\u275b-\u275e\ua78b\ua78c]/gu;

/**
 * Accents and other marks, invisible characters, and the Arabic letter that only lengthens a word. Keeps
 * vowel signs, and the marks that turn か into が, because they form different letters.
 */
const MARKS = /(?![\u3099\u309a])[\p{Dia}\p{sc=Zinh}\p{Cc}\p{Cf}\p{DI}\u0640]/gu;

/** Folds characters that are not printable ASCII. */
const foldOthers = (characters: string): string =>
  characters
    .replace(QUOTES, "'")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/[\p{Nd}]/gu, asciiDigit)
    .replace(/[\p{Pd}‧⁃−∼]/gu, "-");

/** Cached results for frequent letters. */
const folded = new Map<string, string>();
const MAX_FOLDED = 500;

function foldOnce(characters: string): string {
  const known = folded.get(characters) ?? foldOthers(characters);
  if (characters.length < 3 && folded.size < MAX_FOLDED) folded.set(characters, known);
  return known;
}

/**
 * Folds text for searches and comparisons: removes case, accents, invisible characters and outer spaces. Makes
 * apostrophes and quotation marks equal, as well as dashes, spaces, digits, and the letters of `LETTERS`. Also removes
 * the space before a percent sign.
 */
export const foldText = (text: string): string =>
  text
    .replace(/[^\t-\r -~]+/g, foldOnce)
    .toLowerCase()
    .replace(/["'`]+/g, "'")
    .replaceAll("~", "-")
    .replace(/\s+/g, " ")
    .replaceAll(" %", "%")
    .trim();
