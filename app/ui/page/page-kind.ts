import type styles from "../styles/styles.generated.json";

/** The `handle` of a route: its page's sheets and title. */
export interface PageKind {
  /**
   * The sheets in `scripts/build.mjs` that the page needs beside `everywhere`.
   *
   * @param shown the data of the route's loader @param posted the data of its action
   */
  sheets: (shown: unknown, posted: unknown) => (keyof typeof styles)[];
  /**
   * Makes the title from the data of the route's action; undefined if the route's `meta` has it.
   */
  title?: (posted: unknown) => string;
}

/** A route's `handle`, if it has one. */
export const pageKindOf = (handle: unknown) => handle as PageKind | undefined; // routes set nothing else
