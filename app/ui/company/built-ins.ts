/** Standard JavaScript objects whose functions the form's scripts call. No company needs to replace these. */
const LANGUAGE = () => [
  Object,
  Array,
  JSON,
  Math,
  ...[Object, Array, String, Number, RegExp, Map, Set, WeakMap].map(
    ({ prototype }) => prototype as object,
  ),
];

/** Objects whose functions a company can wrap, for example for analytics. */
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

/** Global names that the form's scripts use. */
const GLOBALS =
  "Object Function Array String Number RegExp Promise Map Set WeakMap WeakSet Symbol JSON Math Error Date " +
  "FormData File Blob URL URLSearchParams Event CustomEvent AbortController MessageChannel MutationObserver " +
  "Uint8Array TextEncoder Response fetch setTimeout clearTimeout setInterval clearInterval queueMicrotask";

type SavedProperty = [
  owner: object,
  name: PropertyKey,
  native: PropertyDescriptor,
  isLanguage: boolean,
];

/**
 * Saves the browser's native functions before a company's script runs.
 *
 * @returns a function that restores the functions of `LANGUAGE` and any others that the script has broken. With `all`,
 * it restores every saved function. It returns an undo function, which puts the company's replacements back,
 * except for `LANGUAGE`. It returns undefined if a native function couldn't be restored.
 */
export function saveBuiltIns(): (all?: boolean) => (() => void) | undefined {
  const { defineProperty, getOwnPropertyDescriptor: getDescriptor, ownKeys } = Reflect;
  const saved: SavedProperty[] = [];
  const save = (owner: object, name: PropertyKey, isLanguage = false) => {
    const descriptor = getDescriptor(owner, name);
    if (descriptor?.configurable && descriptor.value)
      saved.push([owner, name, descriptor, isLanguage]);
  };
  for (const name of GLOBALS.split(" ")) save(window, name);
  for (const owner of LANGUAGE()) for (const name of ownKeys(owner)) save(owner, name, true);
  for (const owner of OWNERS()) for (const name of ownKeys(owner)) save(owner, name);

  return (all = false) => {
    const replaced: [saved: SavedProperty, replacement: PropertyDescriptor][] = [];
    let isComplete = true;
    // Use indexes, because the script might have broken array methods and iterators.
    for (let index = 0, entry = saved[0]; entry; entry = saved[++index]) {
      const now = getDescriptor(entry[0], entry[1]);
      const value: unknown = now?.value;
      if (value === entry[2].value) continue;
      if (!entry[3] && now && value && typeof value === typeof entry[2].value) {
        if (!all) continue;
        replaced[replaced.length] = [entry, now];
      }
      if (!defineProperty(entry[0], entry[1], entry[2])) isComplete = false;
    }
    const undo = () => {
      for (let index = 0, entry = replaced[0]; entry; entry = replaced[++index]) {
        const [owner, name, native] = entry[0];
        // Skip functions that were replaced in the meantime.
        if (getDescriptor(owner, name)?.value === native.value)
          defineProperty(owner, name, entry[1]);
      }
    };
    if (isComplete) return undo;
    undo();
    return undefined;
  };
}
