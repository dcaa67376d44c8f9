import { useEffect, useState } from "react";

/** Without a key for so long, in ms, the next one begins a new search (specification, section 9). */
const TYPE_AHEAD_MS = 1000;

/** The browser's own, whatever a company's script puts in its place later. */
const { setTimeout, clearTimeout } = globalThis;

/** Collects keys that are typed one soon after another. */
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
    /** Takes a key, and gives all that were typed so far. */
    add(key: string): string {
      clearTimeout(timer);
      timer = setTimeout(reset, TYPE_AHEAD_MS);
      return (typed += key);
    },
    typed: () => typed,
    reset,
  };
}

export type TypeAhead = ReturnType<typeof createTypeAhead>;
