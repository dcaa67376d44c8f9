import { expect, test } from "vitest";
import { getEmploymentTypes } from "./employment";

test.each<[string, string[]]>([
  ["Full time", ["FULL_TIME"]],
  ["Tiempo indeterminado, tiempo completo", ["FULL_TIME"]],
  ["Part-time", ["PART_TIME"]],
  ["Media jornada", ["PART_TIME"]],
  ["Medio tiempo", ["PART_TIME"]],
  ...[
    "full-or-part-time",
    "Full or part time",
    "Part or full-time",
    "Full/Part Time",
    "Full-time or part-time",
    "Jornada completa o parcial",
    "Jornada parcial o completa",
    "Tiempo completo y parcial",
  ].map((both): [string, string[]] => [both, ["FULL_TIME", "PART_TIME"]]),
  ["Autónomo", ["CONTRACTOR"]],
  ["Por cuenta propia", ["CONTRACTOR"]],
  ["Por honorarios", ["CONTRACTOR"]],
  ["Temporal, jornada completa", ["FULL_TIME", "TEMPORARY"]],
  ["Fixed-term", ["TEMPORARY"]],
  ["Beca de PRÁCTICAS", ["INTERN"]],
  ["Voluntariado", ["VOLUNTEER"]],
  ["Por días", ["PER_DIEM"]],
  ["Indefinido", []],
  ["Obra de dos años", []],
  ["International contract", []],
])("finds the employment types in %j: %j", (contractType, types) => {
  expect(getEmploymentTypes({ contractType })).toEqual(types);
});

test("prefers the platform's types to the contract's, and drops OTHER", () => {
  const contractType = "Jornada completa";
  expect(getEmploymentTypes({ contractType, employmentTypes: ["INTERN", "OTHER"] })).toEqual([
    "INTERN",
  ]);
  expect(getEmploymentTypes({ contractType, employmentTypes: ["OTHER"] })).toEqual([]);
});
