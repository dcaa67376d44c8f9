/** A text in each of the desk's languages. */
type Pair = readonly [en: string, es: string];
export type Pairs<Key extends string> = Record<Key, Pair>;

/** Texts by name. A text that contains values is a function. */
export interface TextTree {
  [name: string]: Pair | ((...values: never[]) => Pair) | TextTree;
}

/** Texts in one language. */
export type Picked<T> = T extends Pair
  ? string
  : T extends (...values: infer Values) => Pair
    ? (...values: Values) => string
    : { [Key in keyof T]: Picked<T[Key]> };

/** Returns the texts in one language. @param index of the language in each pair */
export function pick<T extends TextTree>(tree: T, index: 0 | 1): Picked<T> {
  const pickOne = (text: TextTree[string]): unknown => {
    if (isPair(text)) return text[index];
    if (typeof text !== "function") return pick(text, index);
    return (...values: never[]) => text(...values)[index];
  };
  const picked = Object.entries(tree).map(([name, text]) => [name, pickOne(text)]);
  return Object.fromEntries(picked) as Picked<T>; // has the names of the tree
}

const isPair = (text: TextTree[string]): text is Pair => Array.isArray(text);
