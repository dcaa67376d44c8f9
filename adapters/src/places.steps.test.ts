import { expect, test } from "vitest";
import { countSteps } from "~/tests/support/count-steps";
import { parsePlaceNames, placeFacts } from "./places";

const towns = (count: number) => Array.from({ length: count }, (_, index) => `Town ${index}`);

test("compares at most 250 places with each other", async () => {
  const facts = (count: number) => {
    const { places } = parsePlaceNames(towns(count), () => "ES");
    return placeFacts("onsite", places);
  };
  expect(facts(300).places).toHaveLength(250);
  const steps = await countSteps(() => facts(250));
  expect(await countSteps(() => facts(2500))).toBeLessThan(2 * steps);
});

test("compares at most 250 places from a system's list with each other", async () => {
  const facts = (count: number) =>
    placeFacts(
      "onsite",
      towns(count).map((city) => ({ city })),
    );
  const steps = await countSteps(() => facts(250));
  expect(await countSteps(() => facts(2500))).toBeLessThan(2 * steps);
});
