import { expect, test } from "vitest";
import { employmentOf } from "./employment";

test.each([
  ["Full time", ["FULL_TIME"]],
  ["Permanent, full-time, shifts", ["FULL_TIME"]],
  ["Indefinido, jornada completa", ["FULL_TIME"]],
  ["Tiempo indeterminado, tiempo completo", ["FULL_TIME"]],
  ["Part-time", ["PART_TIME"]],
  ["Media jornada", ["PART_TIME"]],
  ["Jornada parcial de mañana", ["PART_TIME"]],
  ["Medio tiempo", ["PART_TIME"]],
  ["Autónomo", ["CONTRACTOR"]],
  ["Freelance", ["CONTRACTOR"]],
  ["Por honorarios", ["CONTRACTOR"]],
  ["Temporal, jornada completa", ["FULL_TIME", "TEMPORARY"]],
  ["Seasonal, April to October", ["TEMPORARY"]],
  ["Fixed-term", ["TEMPORARY"]],
  ["Beca de PRÁCTICAS", ["INTERN"]],
  ["Internship", ["INTERN"]],
  ["Voluntariado", ["VOLUNTEER"]],
  ["Por días", ["PER_DIEM"]],
  // A contract that says how long it lasts does not say how many hours a day has.
  ["Indefinido", []],
  ["Permanent", []],
  ["Obra de dos años", []],
  ["International contract", []],
  ["", []],
])("the contract %j says %j", (contractType, types) => {
  expect(employmentOf({ contractType })).toEqual(types);
});

test("what the platform names counts, and not the contract; OTHER is left out", () => {
  const contractType = "Jornada completa";
  expect(employmentOf({ contractType, employmentTypes: ["INTERN", "OTHER"] })).toEqual(["INTERN"]);
  expect(employmentOf({ contractType, employmentTypes: ["OTHER"] })).toEqual([]);
});
