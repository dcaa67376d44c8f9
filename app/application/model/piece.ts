/** The content type of a piece of a CV (tus 1.0). */
export const PIECE_TYPE = "application/offset+octet-stream";

/** Bytes that one piece of a CV may have. */
export const PIECE_MOST_BYTES = 1024 * 1024;
