// Spreadsheets calculate a cell that begins with a formula. For the Worker and the commands.

/**
 * The first character of a formula (full-width too), a tab or a CR, at the beginning of a cell or after
 * `;`, a tab or a line break: a reader of another separator begins a cell there. White space and quotes
 * may stand between. The end of the text counts after a separator, because the rest of the row follows.
 */
const FORMULA =
  /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r](?<=(?:^|[;\t\r\n])["'\s]*?.)|$(?<=[;\t\r\n]["'\s]*?)/gs;

/** An apostrophe before one. */
const APOSTROPHE =
  /'(?:(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r])(?<=(?:^|[;\t\r\n])["'\s]*?')|$(?<=[;\t\r\n]["'\s]*?'))/g;

/** Puts an apostrophe before everything that a spreadsheet would calculate. */
export const escapeFormulas = (text: string): string => text.replace(FORMULA, "'$&");

/** Reverses `escapeFormulas`. */
export const unescapeFormulas = (text: string): string => text.replace(APOSTROPHE, "");
