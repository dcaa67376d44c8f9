// Imported by browser code, which must not load zod.

export const PLATFORM_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a string is a valid platform id. Platform ids are inserted into paths without escaping. */
export const isPlatformId = (given: string | undefined): given is string =>
  given !== undefined && PLATFORM_ID.test(given);

/** Compares ids, ignoring case: platforms accept and return UUIDs in either case. */
export const isSameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
