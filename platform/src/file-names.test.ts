import { expect, test } from "vitest";
import { contentDisposition, safeName, safeStem, uniqueNames } from "./file-names";

test.each([
  ["Currículum Núñez.pdf", "Currículum Núñez.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Windows\\cv.doc", "cv.doc"],
  ["a\u202Efdp.exe", "a fdp.exe"],
  ["line\r\nbreak.pdf", "line break.pdf"],
  ['<b>"x"|?*:.pdf', "_b__x_____.pdf"],
  ["CON.pdf", "_CON.pdf"],
  ["", "file"],
  ["trailing. ", "trailing"],
  [`dots${". ".repeat(500_000)}end`, "dots"],
  [`${"x".repeat(300)}.pdf`, `${"x".repeat(80)}.pdf`],
  ["Nu\u0301n\u0303ez.pdf", "Núñez.pdf"],
  ["lone \uD800 half.pdf", "lone half.pdf"],
])("safeName(%j) returns %j", (name, safe) => {
  expect(safeName(name).replace(/ +/g, " ")).toBe(safe);
});

test.each([
  [`${"x".repeat(79)} y`, "x".repeat(79)],
  ["", "-"],
])("safeStem(%j) returns %j", (name, safe) => {
  expect(safeStem(name, "-")).toBe(safe);
});

test("makes the names in a folder unique, ignoring case", () => {
  const unique = uniqueNames();
  expect(["cv.pdf", "CV.pdf", "cv.pdf", "cv (2).pdf", "cv"].map(unique)).toEqual([
    "cv.pdf",
    "CV (2).pdf",
    "cv (3).pdf",
    "cv (2) (2).pdf",
    "cv",
  ]);
});

test("contentDisposition returns an ASCII name and the full name, both escaped", () => {
  expect(contentDisposition('Núñez (1) "x"; a=b.pdf')).toBe(
    "attachment; filename=\"N__ez (1) _x_; a=b.pdf\"; filename*=UTF-8''N%C3%BA%C3%B1ez%20%281%29%20%22x%22%3B%20a%3Db.pdf",
  );
});
