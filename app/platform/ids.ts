const platformId = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether the text can be an id of the platform's: letters, digits, `-` and `_`, up to 64. */
export function isPlatformId(text: string | undefined): text is string {
  return text !== undefined && platformId.test(text);
}
