// Imported by browser code, which must not load zod.

export const PLATFORM_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a string is a valid platform id. Platform ids are inserted into paths without escaping. */
export const isPlatformId = (given: string | undefined): given is string =>
  given !== undefined && PLATFORM_ID.test(given);

/** Compares ids without regard to case: platforms accept and return UUIDs in either case. */
export const isSameId = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
