import { createHash } from "node:crypto";

/** Numbers from 0 to 1 that are the same in every run (mulberry32), for each thing that they decide. */
export function chanceOf(...what: (string | number)[]): () => number {
  let state = createHash("sha256").update(what.join(" ")).digest().readInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A row of a table whose first column says how often it is chosen, for a number from 0 to 1. */
export function chosen<Row extends readonly [share: number, ...unknown[]]>(
  table: readonly [Row, ...Row[]],
  random: number,
): Row {
  let left = random * table.reduce((sum, [share]) => sum + share, 0);
  return table.find(([share]) => (left -= share) < 0) ?? table[0];
}
