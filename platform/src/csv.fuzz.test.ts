import fc from "fast-check";
import { expect, test } from "vitest";
import { longTimeout, checkProperty, arbitraryText } from "~/tests/support/arbitraries";
import { size } from "~/tests/support/size";
import { unescapeFormulas } from "./csv-formulas";
import { csvRow } from "./csv";

const FORMULAS = ["=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"];
const SEPARATORS = [",", ";", "\t", "\r", "\n", "\r\n"];
const text = arbitraryText(
  [...FORMULAS, ...SEPARATORS, '"', '""', "'", " ", "\u00A0", "1", "x"],
  8,
);

/**
 * Parses CSV (RFC 4180) with the given separators. As in Python's `csv` and LibreOffice, a quote counts only
 * at the start of a cell, and text after the closing quote belongs to the cell.
 */
function parseCells(csv: string, separators: string): string[] {
  const cells = [];
  let cell = "";
  let state: "start" | "plain" | "quoted" = "start";
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv.charAt(at);
    if (state === "quoted") {
      if (sign !== '"') cell += sign;
      else if (csv[at + 1] === '"') cell += csv.charAt((at += 1));
      else state = "plain";
    } else if (separators.includes(sign) || sign === "\r" || sign === "\n") {
      cells.push(cell);
      [cell, state] = ["", "start"];
    } else if (state === "start" && sign === '"') {
      state = "quoted";
    } else {
      cell += sign;
      state = "plain";
    }
  }
  return cells;
}

/** Matches formulas, even after white space and quotes, which some programs drop. */
const BEGINS_FORMULA = new RegExp(`^[\\t\\r]|^["\\s]*[${FORMULAS.join("").replace("-", "\\-")}]`);

test("writes no cell that a program could read as a formula", longTimeout, async () => {
  const row = fc.array(text, { minLength: 10, maxLength: 10 });
  await checkProperty(
    fc.property(row, (texts) => {
      const csv = csvRow(texts.slice(0, 5)) + csvRow(texts.slice(5));
      for (const separators of [",", ";", "\t", ",;\t"]) {
        for (const cell of parseCells(csv, separators)) expect(cell).not.toMatch(BEGINS_FORMULA);
      }
    }),
    { numRuns: size(1000, 20_000) },
  );
});

test(
  "writes rows that can be parsed back to the same texts, with LF as line breaks",
  longTimeout,
  async () => {
    await checkProperty(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        const rows = parseCells(csvRow(texts), ",").slice(0, texts.length);
        expect(rows.map(unescapeFormulas)).toEqual(texts.map((raw) => raw.replace(/\r\n?/g, "\n")));
      }),
      { numRuns: size(500, 2000) },
    );
  },
);
