import Papa from "papaparse";
import { escapeFormulas } from "../formulas";

/** A byte order mark: by it Excel reads a file as UTF-8. */
export const BOM = "\uFEFF";

/**
 * Rows of a CSV file (RFC 4180). Cells that a spreadsheet would calculate get an apostrophe in front, and
 * quotes where another separator would end them.
 */
export const csvRows = (rows: readonly (readonly string[])[]): string =>
  `${Papa.unparse(
    rows.map((row) => row.map((cell) => escapeFormulas(cell.replace(/\r\n?/g, "\n")))),
    { quotes: (cell: string) => /[;\t]/.test(cell) },
  )}\r\n`;

export const csvRow = (cells: readonly string[]): string => csvRows([cells]);
