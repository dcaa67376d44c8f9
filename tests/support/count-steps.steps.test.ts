import { expect, it } from "vitest";
import { countBytes, countSteps } from "./count-steps";

function countPairs(rows: number) {
  let pairs = 0;
  for (let i = 0; i < rows; i++) for (let j = 0; j < i; j++) pairs++;
  return pairs;
}

function copyOften(rows: number) {
  let copy: number[] = [];
  for (let i = 0; i < rows; i++) copy = [...copy, i];
  return copy;
}

it("counts each turn of a loop, also in optimized code", async () => {
  for (let i = 0; i < 20_000; i++) countPairs(20);
  const steps = await countSteps(() => countPairs(100));
  expect(steps).toBeGreaterThan(4950);
  expect(steps).toBeLessThan(5100);
  expect((await countSteps(() => countPairs(200))) / steps).toBeCloseTo(4, 0);
});

it("counts the bytes of each copy", async () => {
  const bytes = await countBytes(() => copyOften(500));
  expect((await countBytes(() => copyOften(1000))) / bytes).toBeCloseTo(4, 0);
});
