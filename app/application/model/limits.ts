// Limits from the specification, sections 5 and 9.

/** Recommended maximum CV size in KB. Not enforced. */
export const CV_HINT_KB = 5 * 1024;

/** Name of the honeypot: a hidden field that candidates leave empty. */
export const HONEYPOT = "subject";

/** Maximum length of a file name including its extension, in characters. */
export const FILE_NAME_MAX_LENGTH = 255;

/** `Retry-After` of a 429, in seconds. */
export const RATE_LIMIT_RETRY_AFTER = "60";
