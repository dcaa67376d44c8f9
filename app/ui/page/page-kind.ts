/** The `handle` of a route: its page's sheet and title. */
export interface PageKind {
  /** The name of the sheets in `scripts/build.mjs` that the page needs beside `everywhere`. */
  sheet: "careerSite" | "position";
  /**
   * Makes the title from the data of the route's action; undefined if the route's `meta` has it.
   */
  title?: (posted: unknown) => string;
}

/** A route's `handle`, if it has one. */
export const pageKindOf = (handle: unknown) => handle as PageKind | undefined; // routes set nothing else
