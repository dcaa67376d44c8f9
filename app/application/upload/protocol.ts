/*
 * What browser and server agree on for CVs in pieces: tus 1.0, the core with the extensions creation,
 * creation-with-upload and termination.
 *
 * Source: https://tus.io/protocols/resumable-upload
 */

/** The header that every request and answer has. */
export const TUS_HEADERS = { "Tus-Resumable": "1.0.0" };
