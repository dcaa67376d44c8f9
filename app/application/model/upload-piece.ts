/** Content type of an upload piece (tus 1.0). */
export const PIECE_TYPE = "application/offset+octet-stream";

/** Size limit of an upload piece, in bytes. */
export const MAX_PIECE_BYTES = 1024 * 1024;
