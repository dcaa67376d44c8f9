import { expect, test } from "vitest";
import { pageTitle } from "./page-title";

const [position, site] = ["Job application", "Job offers"];
const job = ["Ferry master", "Harbour Lane Ferries"];

test.each([
  ["Job application", position, job, false, false],
  ["Error: Job application", position, job, false, true],
  ["Ferry master – Harbour Lane Ferries – Job application", position, job, true, false],
  ["Error: Ferry master – Harbour Lane Ferries – Job application", position, job, true, true],
  ["Job offers", site, ["Harbour Lane Ferries"], false, false],
  ["Harbour Lane Ferries – Job offers", site, ["Harbour Lane Ferries"], true, false],
])("formats the title %j", (title, fixed, names, isNamed, isRefused) => {
  expect(pageTitle({ fixed, names, isNamed, isRefused })).toBe(title);
});
