/** The content type of a piece of a CV (tus 1.0). */
export const PIECE_TYPE = "application/offset+octet-stream";

/** The most bytes of one piece of a CV. */
export const MAX_PIECE_BYTES = 1024 * 1024;
