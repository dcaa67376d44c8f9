// The limits are from the specification's sections 5 and 9, and from the design's section 5.

/** The CV's size in KB (5 MB) that the candidate is asked to keep to; it is never enforced. */
export const CV_HINT_KB = 5 * 1024;

/** Endings of the accepted types of CV, in the order in which the candidate reads them. */
export const CV_EXTENSIONS = ["pdf", "doc", "docx", "rtf", "jpg", "jpeg", "png"] as const;

/** The accepted types as a candidate reads them: both endings of a JPEG are one type. */
export const CV_TYPES = "PDF, DOC, DOCX, RTF, JPG, PNG";

/** Name of the honeypot: a hidden field, which only a machine fills in. */
export const HONEYPOT = "subject";

/** The most characters of a file's name, its ending included. */
export const FILE_NAME_MAX_LENGTH = 255;

/** `Retry-After` of a 429, in seconds. */
export const RATE_LIMIT_RETRY_AFTER = "60";
