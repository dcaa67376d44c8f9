import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv, writeCsv } from "./csv.mjs";

/** @param {string} text */
const cellsOf = (text) =>
  readCsv(text)
    .rows.flat()
    .map(({ line, column, text: said }) => `${line}:${column} ${said}`);

describe("CSV", () => {
  test("knows the line and column of each cell, behind line breaks within quotes too", () => {
    expect(cellsOf('a,b\r\n"one\r\ntwo",x\n\n"y ""z""", w')).toEqual([
      ...["1:1 a", "1:3 b", "2:1 one\r\ntwo", "3:6 x", '5:1 y "z"', "5:11  w"],
    ]);
  });

  test.each([
    ["a;b\n1,5;2", ["1,5", "2"]],
    ["a\tb\n1,5\t2", ["1,5", "2"]],
    ['"a;b;c",d\n1;2,3', ["1;2", "3"]],
    ["\uFEFFa,b\n1,2", ["1", "2"]],
  ])("takes the separator of its first row: %j", (text, cells) => {
    expect(readCsv(text).rows[1]?.map((cell) => cell.text)).toEqual(cells);
  });

  test.each([
    ['a,b\n"x\ny', 'begins with a " that is never closed'],
    ['a\n"x"y', 'has text behind its closing ": write a " within a text as ""'],
  ])("says where %j is broken", (text, message) => {
    expect(readCsv(text).faults).toEqual([{ line: 2, column: 1, message }]);
  });

  test("reads a cell of 1 MB, in quotes and with quotes in it", () => {
    const long = 'x"'.repeat(500_000);
    const { rows, faults } = readCsv(`a,b\r\n"${long.replaceAll('"', '""')}",1`);
    expect(faults).toEqual([]);
    expect(rows[1]?.map(({ text }) => text)).toEqual([long, "1"]);
    const headed = `"${"y".repeat(1_000_000)}",b\n1,2`;
    expect(readCsv(headed).rows[1]?.map(({ text }) => text)).toEqual(["1", "2"]);
  });

  test("reads what it writes", () => {
    const text = fc.string({ unit: fc.constantFrom(..."a é,;\t\"\r\n'=".split("")) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant("x"), text, text)), (rows) => {
        expect(readCsv(`h,i,j\r\n${writeCsv(rows)}`).rows.slice(1)).toMatchObject(
          rows.map((row) => row.map((said) => ({ text: said }))),
        );
      }),
    );
  });
});
