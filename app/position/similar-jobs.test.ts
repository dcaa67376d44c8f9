import { expect, test } from "vitest";
import type { Job } from "../platform/types";
import { findSimilarJobs } from "./similar-jobs";

const job = (name: string, more: Partial<Job> = {}): Job => ({ uuid: name, name, ...more });
const names = (jobs: Job[]) => jobs.map(({ name }) => name);
const MECHANIC = { uuid: "gone", name: "Mecánico de bicicletas", location: "Bilbao" };

test.each([
  [
    "by words of the title, ignoring case and accents",
    MECHANIC,
    [job("Contable"), job("MECANICO jefe"), job("Ayudante de bicicletas y MECÁNICO")],
    ["Ayudante de bicicletas y MECÁNICO", "MECANICO jefe", "Contable"],
  ],
  [
    "by the location",
    MECHANIC,
    [job("Contable", { location: "Gijón" }), job("Ventas", { location: "bilbao " })],
    ["Ventas", "Contable"],
  ],
  [
    "by the contract, after the location",
    { ...MECHANIC, contractType: "Indefinido" },
    [job("A"), job("Ventas", { contractType: "INDEFINIDO" }), job("B", { location: "Bilbao" })],
    ["B", "Ventas", "A"],
  ],
  [
    "ignoring short words",
    MECHANIC,
    [job("Jefa de ventas"), job("Contable", { publishedAt: "2026-02-01" })],
    ["Contable", "Jefa de ventas"],
  ],
  [
    "otherwise by date, newest first, with unknown dates last",
    { uuid: "gone" },
    [job("A"), job("B", { publishedAt: "2026-01-01" }), job("C", { publishedAt: "2026-03-01" })],
    ["C", "B", "A"],
  ],
  ["without the position itself", { uuid: "A" }, [job("A"), job("B")], ["B"]],
] as const)("sorts similar jobs %s", (_, gone, jobs, expected) => {
  expect(names(findSimilarJobs(gone, jobs))).toEqual(expected);
});

test("returns at most five jobs", () => {
  const jobs = Array.from({ length: 9 }, (_, index) => job(`Job ${index}`));
  expect(findSimilarJobs({ uuid: "gone" }, jobs)).toHaveLength(5);
});
