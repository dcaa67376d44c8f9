const platformId = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Whether a text can be one of the platform's ids: letters, digits, `-` and `_`, up to 64 (design,
 * section 4).
 */
export function isPlatformId(text: string | undefined): text is string {
  return text !== undefined && platformId.test(text);
}
