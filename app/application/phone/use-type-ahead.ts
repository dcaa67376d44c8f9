import { useEffect, useState, type KeyboardEvent } from "react";

/** After a pause of this many ms, the next key begins a new search (specification, section 9). */
const TYPE_AHEAD_MS = 1000;

/** Taken before a company's script can replace them. */
const { setTimeout, clearTimeout } = globalThis;

/** Collects the keys that a candidate types in quick succession. */
export function useTypeAhead() {
  const [typeAhead] = useState(createTypeAhead);
  useEffect(() => () => typeAhead.reset(), [typeAhead]);
  return typeAhead;
}

function createTypeAhead() {
  let typed = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = () => {
    clearTimeout(timer);
    typed = "";
  };
  return {
    /** Adds a key, and returns all keys of this search. */
    add(key: string): string {
      clearTimeout(timer);
      timer = setTimeout(reset, TYPE_AHEAD_MS);
      return (typed += key);
    },
    /** Adds a key that nothing answers yet, however long that takes; `Enter` ends what is typed. */
    keep(key: string): void {
      typed += key === "Enter" ? "\n" : key;
    },
    typed: () => typed,
    reset,
    isTyped,
  };
}

export type TypeAhead = ReturnType<typeof createTypeAhead>;

/** Whether a key types a character other than a space, and is not a shortcut. */
const isTyped = (event: KeyboardEvent) =>
  [...event.key].length === 1 &&
  event.key !== " " &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey;
