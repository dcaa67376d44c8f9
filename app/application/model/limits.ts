// Limits from the specification, sections 5 and 9.

/** Recommended maximum CV size in KB. Not enforced. */
export const CV_HINT_KB = 5 * 1024;

/** File extensions accepted for a CV by default, in display order. */
export const CV_EXTENSIONS = ["pdf", "doc", "docx", "rtf", "jpg", "jpeg", "png"] as const;

/** The default types for display. JPG includes both JPEG extensions. */
export const CV_TYPES = "PDF, DOC, DOCX, RTF, JPG, PNG";

/** Name of the honeypot: a hidden field that candidates leave empty. */
export const HONEYPOT = "subject";

/** Maximum length of a file name including its extension, in characters. */
export const FILE_NAME_MAX_LENGTH = 255;

/** `Retry-After` of a 429, in seconds. */
export const RATE_LIMIT_RETRY_AFTER = "60";
