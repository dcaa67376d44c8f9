/**
 * Whether consent was given to this text. The checkbox's value is its label, so consent to an older wording
 * doesn't count.
 */
export const isConsentGiven = (text: string, entered: readonly string[]): boolean =>
  entered.some((value) => collapseSpaces(value) === collapseSpaces(text));

/** Browsers change line breaks when they post a form. */
const collapseSpaces = (text: string) => text.replace(/\s+/g, " ").trim();
