/**
 * French writes "1er mars", where `Intl` writes "1 mars". @param date a date formatted by `Intl` @param tag its
 * language
 */
export const frenchFirst = (date: string, tag: string): string =>
  tag.startsWith("fr") ? date.replace(/^1 /, "1er ") : date;
