/**
 * Whether consent was given to this text. The checkbox's value is its label, so consent to an older wording
 * doesn't count.
 */
export function isConsentGiven(text: string, entered: readonly string[]): boolean {
  const shown = collapseSpaces(text);
  return entered.some((value) => collapseSpaces(value) === shown);
}

/** Browsers change line breaks when they post a form. */
const collapseSpaces = (text: string) => text.replace(/\s+/g, " ").trim();
