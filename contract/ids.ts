// Imported by browsers: no zod.

export const PLATFORM_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a text is a valid platform id. Ids go into paths unescaped. */
export const isPlatformId = (given: string | undefined): given is string =>
  given !== undefined && PLATFORM_ID.test(given);
