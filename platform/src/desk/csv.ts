import { escapeFormulas } from "../formulas.mjs";

/** A byte order mark: by it Excel reads a file as UTF-8. */
export const BOM = "\uFEFF";

/** One row of a CSV file (RFC 4180). What a spreadsheet would calculate gets an apostrophe in front. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

function cell(text: string): string {
  const harmless = escapeFormulas(text.replace(/\r\n?/g, "\n"));
  return /[",;\t\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
