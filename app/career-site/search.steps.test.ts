import { expect, test } from "vitest";
import { countSteps } from "~/tests/support/count-steps";
import { WHOLE_LIST } from "../addresses";
import { getFilters, searchJobs } from "./listed-jobs.server";

const jobs = Array.from({ length: 5000 }, (_, index) => ({
  name: `Waiter ${index} section${index}`,
  location: `Town${index}; Village${index}`,
  contractType: `Full time ${index}`,
  department: `Department ${index}`,
}));

const search = (query: string) => () => searchJobs(jobs, { ...WHOLE_LIST, query }, "en");

test.each([
  ["many words that no job has", "waiterz sectionx townx0 fullz departmentz villagez ".repeat(4)],
  ["words to correct", "w a i t e r s n o section9x9 town8x8 village7x7"],
  ["hyphens", "waiter-z section-x town-x0 full-z department-z village-z ".repeat(4)],
  ["only hyphens", "-".repeat(200)],
  ["one long word", "a".repeat(200)],
  ["many short words", "a ".repeat(100)],
])("takes at most ten times the usual steps for %s", async (_, worst) => {
  search("waiter")();
  const steps = await countSteps(search("waiter section town full department village ".repeat(4)));
  expect(await countSteps(search(worst))).toBeLessThan(10 * steps);
});

test("lists at most 5,000 values per filter", () => {
  const location = Array.from({ length: 6000 }, (_, index) => `Town ${index}`).join(";");
  expect(getFilters([{ name: "Waiter", location }], "en").location).toHaveLength(5000);
});
