import type styles from "../styles/styles.generated.json";
import type { TitleParts } from "./page-title";

/** A route's `handle`: its page's style sheets and title. */
export interface PageKind {
  /**
   * The sheets of `app/ui/styles` that the page needs in addition to `everywhere`.
   *
   * @param shown the loader's data @param posted the action's data
   */
  sheets: (shown: unknown, posted: unknown) => (keyof typeof styles)[];
  /** The title's parts; undefined if the route's `meta` sets the title. */
  title?: (shown: unknown, posted: unknown) => Omit<TitleParts, "isNamed">;
}

export const getPageKind = (handle: unknown) => handle as PageKind | undefined; // routes set nothing else
