import { asciiDigit } from "./ascii-digit";

// Removes or replaces characters in candidates' input.

/**
 * Returns an email address, a URL, a number or a date as typed on an English keyboard: without invisible characters,
 * and with ASCII digits, letters, signs and spaces instead of other forms.
 */
export const normalizeTyped = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/(?![\n\r\t])[\p{Cc}\p{Cf}\p{DI}\u2800\ufffc]/gu, "")
    .replace(/[\p{Nd}]/gu, asciiDigit);

/**
 * Removes embeddings, overrides and isolates of the text direction, which can reorder the text around them, and
 * the zero width space. Keeps joiners (U+200C, U+200D), which Persian, Hindi and emoji need, and direction marks
 * (U+200E, U+200F, U+061C), which Arabic and Hebrew need and which cannot reorder letters.
 *
 * Source: Unicode Standard Annex #9, section 2.
 */
export const removeOverrides = (text: string): string =>
  text.replace(/[\u200b\u202a-\u202e\u2066-\u2069]/g, "");

/** Also removes direction marks and control characters. In a file name, marks could move the extension. */
export const removeControls = (fileName: string): string =>
  removeOverrides(fileName).replace(/[\p{Cc}\p{Bidi_Control}]/gu, "");
