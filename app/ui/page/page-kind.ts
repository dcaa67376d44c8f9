import type styles from "../styles/styles.generated.json";
import type { PageHead } from "./page-head";
import type { TitleParts } from "./page-title";

/** A route's `handle`: its page's style sheets, title and head. */
export interface PageKind<Content = unknown> {
  /**
   * The sheets of `app/ui/styles` that the page needs in addition to `everywhere`.
   *
   * @param posted the action's data
   */
  sheets: (content: Content, posted: unknown) => (keyof typeof styles)[];
  title: (content: Content, posted: unknown) => Omit<TitleParts, "isNamed">;
  /** The company's favicon, and metadata for search engines and link previews. */
  head: (content: Content) => { favicon?: string | undefined; page?: PageHead | undefined };
}

export const getPageKind = (handle: unknown) => handle as PageKind | undefined; // routes set nothing else
