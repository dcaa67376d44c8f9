/** What a route's `handle` says of its page. */
export interface PageKind {
  /** The sheet of `scripts/build.mjs` that it needs besides everywhere's. */
  sheet: "careerSite" | "position";
}

/** The sheet that a route's handle names, if it has one. */
export function sheetOf(handle: unknown): PageKind["sheet"] | undefined {
  return (handle as PageKind | undefined)?.sheet; // routes set nothing else
}
