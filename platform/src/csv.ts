import Papa from "papaparse";
import { escapeFormulas } from "./csv-formulas";

/** A byte order mark, so that Excel reads the file as UTF-8. */
export const BOM = "\uFEFF";

/**
 * Formats rows of a CSV file (RFC 4180). Formulas are prefixed with an apostrophe. Cells with a semicolon or a
 * tab are quoted, because some programs use these characters as separators.
 */
export const csvRows = (rows: readonly (readonly string[])[]): string =>
  `${Papa.unparse(
    rows.map((row) => row.map((cell) => escapeFormulas(cell.replace(/\r\n?/g, "\n")))),
    { quotes: (cell: string) => /[;\t]/.test(cell) },
  )}\r\n`;

export const csvRow = (cells: readonly string[]): string => csvRows([cells]);
