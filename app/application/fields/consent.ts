/**
 * Whether a consent was given to this text. The box carries the text that stands beside it, so that a
 * consent to words that the company has changed meanwhile counts for nothing, and is asked for anew.
 */
export const isConsentGiven = (text: string, entered: readonly string[]): boolean =>
  entered.some((one) => collapseSpaces(one) === collapseSpaces(text));

/** A browser sends other line ends than it was given. */
const collapseSpaces = (text: string) => text.replace(/\s+/g, " ").trim();
