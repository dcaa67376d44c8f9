// Escapes cells that a spreadsheet would evaluate as formulas. Used by the Worker and the commands.

/**
 * Matches the first character of a formula (full-width too), a tab or a CR at the beginning of a cell, even
 * after white space and quotes. Programs with a different separator also start a cell after `;`, a tab or a line
 * break. After a separator, the end of the text matches too, because more cells follow.
 */
const FORMULA =
  /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r](?<=(?:^|[;\t\r\n])["'\s]*?.)|$(?<=[;\t\r\n]["'\s]*?)/gs;

/** Matches an apostrophe before a match of `FORMULA`. */
const APOSTROPHE =
  /'(?:(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r])(?<=(?:^|[;\t\r\n])["'\s]*?')|$(?<=[;\t\r\n]["'\s]*?'))/g;

export const escapeFormulas = (text: string): string => text.replace(FORMULA, "'$&");

export const unescapeFormulas = (text: string): string => text.replace(APOSTROPHE, "");
