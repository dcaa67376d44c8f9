// Spreadsheets evaluate a cell that begins with a formula. Used by the Worker and the commands.

/**
 * The first character of a formula (full-width too), a tab or a CR, at the beginning of a cell or after
 * `;`, a tab or a line break, where a program with another separator starts a cell. White space and
 * quotes may come before it. The end of the text matches after a separator, because more cells follow.
 */
const FORMULA =
  /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r](?<=(?:^|[;\t\r\n])["'\s]*?.)|$(?<=[;\t\r\n]["'\s]*?)/gs;

/** An apostrophe before such a character. */
const APOSTROPHE =
  /'(?:(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r])(?<=(?:^|[;\t\r\n])["'\s]*?')|$(?<=[;\t\r\n]["'\s]*?'))/g;

/** Puts an apostrophe before every formula. */
export const escapeFormulas = (text: string): string => text.replace(FORMULA, "'$&");

/** Reverses `escapeFormulas`. */
export const unescapeFormulas = (text: string): string => text.replace(APOSTROPHE, "");
