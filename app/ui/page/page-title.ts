/** The parts of a page title. */
export interface TitleParts {
  /** As the specification has it, such as `Job offers`. */
  fixed: string;
  /** The position and its company, or the company; put before it where `PAGE_TITLES` is `named`. */
  names: readonly string[];
  isNamed: boolean;
  /** Whether the page shows a form with mistakes. */
  isRefused: boolean;
}

export const pageTitle = ({ fixed, names, isNamed, isRefused }: TitleParts): string =>
  (isRefused ? "Error: " : "") + [...(isNamed ? names : []), fixed].join(" – ");
