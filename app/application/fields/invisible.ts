/** Whether a string has no visible characters. */
export const isInvisible = (text: string): boolean =>
  /^[\s\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]*$/u.test(text);
