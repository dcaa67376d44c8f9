/** File extensions accepted for a CV by default, in display order. */
export const CV_EXTENSIONS = ["pdf", "doc", "docx", "rtf", "jpg", "jpeg", "png"] as const;

/** The default types for display. `JPG` covers both JPEG extensions. */
export const CV_TYPES = "PDF, DOC, DOCX, RTF, JPG, PNG";
