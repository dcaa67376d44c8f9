/** A byte order mark: by it Excel reads a file as UTF-8. */
export const BOM = "\uFEFF";

/**
 * Where a spreadsheet would begin a formula (in ASCII and in full width): at the beginning of a cell, and
 * behind what another list separator or a line break makes a beginning, where a quote is not honoured.
 */
const FORMULA = /^(?=[\t\r\n])|(^|[;\t\r\n]\s*"?)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** One row of a CSV file (RFC 4180). What a spreadsheet would calculate gets an apostrophe in front. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(text: string): string {
  const harmless = text.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
