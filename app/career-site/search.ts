import { folded } from "../i18n/folded";

/** The most characters of a search; no job has a longer name. */
export const QUERY_MAX_LENGTH = 200;

/** What a department or a place is compared by, without case and accents. */
export const keyOf = (value: string): string => folded(value.trim());

/** Makes a function that says whether a text is the value of a filter, without case and accents. */
export function isValue(wanted: string): (text: string | null | undefined) => boolean {
  const key = keyOf(wanted);
  return (text) => key === "" || keyOf(text ?? "") === key;
}

/** The words of a query, without case and accents. */
export const wordsOf = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean);

/** Makes a function that says whether each word of the query is in one of some texts. */
export function searcher(query: string): (texts: (string | null | undefined)[]) => boolean {
  const words = wordsOf(query);
  if (words.length === 0) return () => true;
  return (texts) => {
    const text = searchedText(texts);
    return words.every((word) => text.includes(word));
  };
}

/** What a query's words are looked for in. */
export const searchedText = (texts: (string | null | undefined)[]): string =>
  folded(texts.join("\n"));
