export interface TitleParts {
  /** The title in the specification, such as `Job offers`. */
  fixed: string;
  /** The position and company, or the company. Put first if `PAGE_TITLES` is `named`. */
  names: readonly string[];
  isNamed: boolean;
  /** Whether the page shows a form with errors. */
  isRefused: boolean;
}

export const pageTitle = ({ fixed, names, isNamed, isRefused }: TitleParts): string =>
  (isRefused ? "Error: " : "") + [...(isNamed ? names : []), fixed].join(" – ");
