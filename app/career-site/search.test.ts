import { expect, test } from "vitest";
import { searchJobs } from "./search";

const jobs = [
  { name: "Mecánica de bicicletas", location: "Bilbao", contractType: "Indefinido" },
  { name: "Contable", location: "Málaga", contractType: "Temporal" },
  { name: "Diseñador" },
];

test.each([
  ["", 3],
  ["  ", 3],
  ["MECANICA", 1],
  ["málaga", 1],
  ["malaga", 1],
  ["temporal", 1],
  ["disenador", 1],
  ["diseñ", 1],
  ["o", 3],
  ["astronauta", 0],
])("%j finds %i", (query, count) => {
  expect(searchJobs(jobs, query)).toHaveLength(count);
});
