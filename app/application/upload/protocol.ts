/*
 * Uploads in pieces use tus 1.0: the core with the extensions creation, creation-with-upload and termination.
 *
 * Source: https://tus.io/protocols/resumable-upload
 */

/** The header of every request and response. */
export const TUS_HEADERS = { "Tus-Resumable": "1.0.0" };
