/** A byte order mark: by it Excel reads a file as UTF-8. */
export const BOM = "\uFEFF";

/** What a spreadsheet would take for a formula, in ASCII and in full width. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** One row of a CSV file (RFC 4180). A cell that a spreadsheet would calculate gets an apostrophe in front. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
