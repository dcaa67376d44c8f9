import type styles from "../styles/styles.generated.json";
import type { TitleParts } from "./page-title";

/** The `handle` of a route: its page's sheets and title. */
export interface PageKind {
  /**
   * The sheets of `app/ui/styles` that the page needs beside `everywhere`.
   *
   * @param shown the data of the route's loader @param posted the data of its action
   */
  sheets: (shown: unknown, posted: unknown) => (keyof typeof styles)[];
  /** The parts of the title, from the same; undefined if the route's `meta` has it. */
  title?: (shown: unknown, posted: unknown) => Omit<TitleParts, "isNamed">;
}

/** A route's `handle`, if it has one. */
export const getPageKind = (handle: unknown) => handle as PageKind | undefined; // routes set nothing else
