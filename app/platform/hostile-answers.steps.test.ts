import { expect, test } from "vitest";
import { readListPage } from "./listed-positions.server";
import { readPosition } from "./position.server";
import { parseRefusalMessages } from "../application/delivery/refusal.server";
import { countSteps } from "~/tests/support/count-steps";

const CHARACTERS = 100_000;

const required = { uuid: "a", client: "b", name: "c" };
const job = {
  ...{ uuid: "a", name: "Waiter", location: "Valencia", contract_type: "Full time" },
  ...{ places: [{ city: "Valencia", country: "ES" }], employment_type: ["FULL_TIME"] },
  pay: { min: 20_000, max: 24_000, currency: "EUR", unit: "year" },
};
const option = { value: "1", label: "Yes" };
const field = { id: "a", label: "A" };

/** Fills a list with as many items as fit into `CHARACTERS`. */
const fill = (item: unknown) =>
  Array<unknown>(Math.floor(CHARACTERS / (JSON.stringify(item).length + 1))).fill(item);

const attempt = (read: () => unknown) => () => {
  try {
    read();
  } catch (error) {
    expect((error as Error).name).toBe("ZodError");
  }
};

test.each<[name: string, results: unknown[]]>([
  ["that are numbers", fill(1)],
  ["without a name", fill({})],
  ["with malformed facts", fill({ ...job, country: "x", workplace: 1, pay: { min: "x" } })],
  ["with a long list of malformed words", [{ ...job, employment_type: fill("x") }]],
  ["after a job with malformed words", [{ ...job, employment_type: fill("x") }, ...fill(job)]],
])("takes at most ten times as many steps to read jobs %s", async (_, results) => {
  const steps = await countSteps(() => readListPage({ results: fill(job) }));
  expect(await countSteps(attempt(() => readListPage({ results })))).toBeLessThan(10 * steps);
});

const ordinary = { ...required, fields: fill({ ...field, kind: "one_of", options: [option] }) };

test.each<[name: string, response: object]>([
  ["fields that are numbers", { fields: fill(1) }],
  ["fields of unknown kinds", { fields: fill({ ...field, kind: "x", required: true }) }],
  ["options that are lists", { fields: [{ ...field, kind: "one_of", options: fill([]) }] }],
  ["unknown file types", { fields: [{ ...field, kind: "file", accept: fill("x") }] }],
  ["malformed places", { places: fill(1) }],
  ["malformed notices", { notices: fill({ url: "x" }) }],
  [
    "malformed requirements",
    { candidate_criteria_structured: { essential_requirements: fill(1) } },
  ],
  ["malformed questions", { apply_site_questions: { killer_questions: fill(1) } }],
])("takes at most ten times as many steps to read a position with %s", async (_, response) => {
  const steps = await countSteps(() => readPosition(ordinary, "a"));
  const worst = attempt(() => readPosition({ ...required, ...response }, "a"));
  expect(await countSteps(worst)).toBeLessThan(10 * steps);
});

test("reads a page of 30,000 jobs", () => {
  const results = Array.from({ length: 30_000 }, (_, index) => ({ uuid: index, name: "A" }));
  expect(readListPage(results).value.results).toHaveLength(30_000);
});

const refusal = (errors: unknown[]) => () => parseRefusalMessages(JSON.stringify({ errors }));

test("takes at most ten times as many steps to read a refusal with malformed errors", async () => {
  const error = { field: "first_name", message: "A sentence about the name." };
  const steps = await countSteps(refusal(Array<object>(800).fill(error)));
  for (const malformed of [1, { field: "", message: 1 }]) {
    const worst = refusal(Array<unknown>(15_000).fill(malformed));
    expect(await countSteps(worst)).toBeLessThan(10 * steps);
  }
});
