export interface TitleParts {
  /** The title in the specification, such as `Job offers`. */
  fixed: string;
  /** The names of the position and company, or only of the company. Shown before `fixed`, if `isNamed`. */
  names: readonly string[];
  /** Whether `PAGE_TITLES` is `named`. */
  isNamed: boolean;
  /** Whether the page shows a form with errors. */
  isRefused: boolean;
}

export const pageTitle = ({ fixed, names, isNamed, isRefused }: TitleParts): string =>
  (isRefused ? "Error: " : "") + [...(isNamed ? names : []), fixed].join(" – ");

/** The parts of a title that isn't in the specification. */
export const plainTitle = (title: string): Omit<TitleParts, "isNamed"> => ({
  fixed: title,
  names: [],
  isRefused: false,
});
