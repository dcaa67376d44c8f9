/** What the form's scripts, React and the waker are made of: objects whose functions they call. */
const OWNERS = () => [
  Object,
  Array,
  JSON,
  Math,
  Symbol,
  ...[Object, Function, Array, String, Number, RegExp, Promise, Map, Set, WeakMap].map(
    ({ prototype }) => prototype as object,
  ),
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

type Kept = [owner: object, name: PropertyKey, kept: PropertyDescriptor];

/**
 * Remembers the browser's own functions, before a company's script runs.
 *
 * @returns a function that gives back those that are functions or objects no more, and says whether all
 * are the browser's own: a company may put a function of its own in the place of one
 */
export function keepBuiltIns(): () => boolean {
  const { defineProperty, getOwnPropertyDescriptor: descriptorOf } = Object;
  const kept: Kept[] = [];
  const keep = (owner: object, name: PropertyKey) => {
    const descriptor = descriptorOf(owner, name);
    if (descriptor?.configurable && descriptor.value) kept.push([owner, name, descriptor]);
  };
  for (const name of GLOBALS.split(" ")) keep(window, name);
  for (const owner of OWNERS()) for (const name of Reflect.ownKeys(owner)) keep(owner, name);

  return () => {
    let areSame = true;
    // By number, and by nothing that is looked up: what arrays are walked with may be gone.
    for (let at = 0, one = kept[0]; one; one = kept[++at]) {
      const now: unknown = descriptorOf(one[0], one[1])?.value;
      if (now === one[2].value) continue;
      if (now && typeof now === typeof one[2].value) areSame = false;
      else defineProperty(one[0], one[1], one[2]);
    }
    return areSame;
  };
}
