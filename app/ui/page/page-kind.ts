/** What a route's `handle` says of its page. */
export interface PageKind {
  /** The sheet of `scripts/build.mjs` that it needs besides everywhere's. */
  sheet: "careerSite" | "position";
  /**
   * Its title, where that depends on what a form that was posted to it is answered; the `meta` of
   * other routes names theirs.
   */
  title?: (posted: unknown) => string;
}

/** What a route's handle says of its page, if it has one. */
export const pageKindOf = (handle: unknown) => handle as PageKind | undefined; // routes set nothing else
