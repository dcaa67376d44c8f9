/** Objects of the language whose functions the form's scripts call. No company has to replace these. */
const LANGUAGE = () => [
  Object,
  Array,
  JSON,
  Math,
  ...[Object, Array, String, Number, RegExp, Map, Set, WeakMap].map(
    ({ prototype }) => prototype as object,
  ),
];

/** Others, which a company may wrap, for example to measure visits. */
const OWNERS = () => [
  Symbol,
  Function.prototype,
  Promise.prototype,
  ...[
    EventTarget,
    Node,
    Element,
    Document,
    HTMLElement,
    HTMLFormElement,
    FormData,
    AbortController,
  ].map(({ prototype }) => prototype),
];

/** Names of the window's that they use. */
const GLOBALS =
  "Object Function Array String Number RegExp Promise Map Set WeakMap WeakSet Symbol JSON Math Error Date " +
  "FormData File Blob URL URLSearchParams Event CustomEvent AbortController MessageChannel MutationObserver " +
  "Uint8Array TextEncoder Response fetch setTimeout clearTimeout setInterval clearInterval queueMicrotask";

type Kept = [owner: object, name: PropertyKey, kept: PropertyDescriptor, isLanguage: boolean];

/**
 * Remembers the browser's own functions, before a company's script runs.
 *
 * @returns a function that gives back the language's own, and of the others those that are functions or
 * objects no more, or all of them; it returns what puts the company's there again, but for the language's,
 * and nothing where one cannot be given back
 */
export function saveBuiltIns(): (all?: boolean) => (() => void) | undefined {
  const { defineProperty, getOwnPropertyDescriptor: descriptorOf, ownKeys } = Reflect;
  const kept: Kept[] = [];
  const keep = (owner: object, name: PropertyKey, isLanguage = false) => {
    const descriptor = descriptorOf(owner, name);
    if (descriptor?.configurable && descriptor.value)
      kept.push([owner, name, descriptor, isLanguage]);
  };
  for (const name of GLOBALS.split(" ")) keep(window, name);
  for (const owner of LANGUAGE()) for (const name of ownKeys(owner)) keep(owner, name, true);
  for (const owner of OWNERS()) for (const name of ownKeys(owner)) keep(owner, name);

  return (all = false) => {
    const theirs: [own: Kept, their: PropertyDescriptor][] = [];
    let areAllBack = true;
    // By number, and by nothing that is looked up: what arrays are walked with may be gone.
    for (let at = 0, one = kept[0]; one; one = kept[++at]) {
      const now = descriptorOf(one[0], one[1]);
      const value: unknown = now?.value;
      if (value === one[2].value) continue;
      if (!one[3] && now && value && typeof value === typeof one[2].value) {
        if (!all) continue;
        theirs[theirs.length] = [one, now];
      }
      if (!defineProperty(one[0], one[1], one[2])) areAllBack = false;
    }
    const putBack = () => {
      for (let at = 0, one = theirs[0]; one; one = theirs[++at]) {
        const [owner, name, own] = one[0];
        // What was put there since then stays.
        if (descriptorOf(owner, name)?.value === own.value) defineProperty(owner, name, one[1]);
      }
    };
    if (areAllBack) return putBack;
    putBack();
    return undefined;
  };
}
