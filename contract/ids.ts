// Without zod, so that browsers may have it.

export const PLATFORM_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a text can be one of the platform's ids, which stand in addresses as they are. */
export const isPlatformId = (given: string | undefined): given is string =>
  given !== undefined && PLATFORM_ID.test(given);
