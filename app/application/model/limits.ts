/** Numbers of the specification's sections 5 and 9, and of the design's section 5. */

/** Characters of a first or last name, as `maxlength` counts them (UTF-16 units). */
export const NAME_MAX_LENGTH = 100;

/** Characters of an answer to an open question. */
export const OPEN_ANSWER_MAX_LENGTH = 5000;

/** Stated to the candidate, never enforced: 5 MB, shown in KB. */
export const CV_HINT_KB = 5 * 1024;

/** Endings of the accepted types of CV, in the order in which they are named to the candidate. */
export const CV_EXTENSIONS = ["pdf", "doc", "docx", "rtf", "jpg", "jpeg", "png"] as const;

/** The accepted types as a candidate reads them. */
export const CV_TYPES = CV_EXTENSIONS.join(", ").toUpperCase();

/** Name of the field that no person meets; what fills it in is a machine. */
export const HONEYPOT = "subject";

/** Characters of a file's name that are kept, its ending included. */
export const FILE_NAME_MAX_LENGTH = 255;

/** Seconds after which what was too often may be tried again. */
export const TOO_OFTEN_RETRY_AFTER = "60";
