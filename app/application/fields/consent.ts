/**
 * Whether a consent was given to this text. The box carries the text that stands beside it, so that a
 * consent to words that the company has changed meanwhile counts for nothing, and is asked for anew.
 */
export const isGiven = (text: string, entered: readonly string[]): boolean =>
  entered.some((one) => folded(one) === folded(text));

/** A browser sends other line ends than it was given. */
const folded = (text: string) => text.replace(/\s+/g, " ").trim();
