import { expect, test } from "vitest";
import { expectLinear } from "./growth";

const steps = (count: number) => {
  let sum = 0;
  for (let step = 0; step < count; step++) sum += Math.sqrt(step);
  return sum;
};

test("work that grows in step with its size is taken", async () => {
  await expectLinear(20_000, (length) => steps(length * 2000));
});

test("work that grows by the square is not", async () => {
  await expect(expectLinear(20_000, (length) => steps(length ** 2 / 4))).rejects.toThrow(
    "an eighth",
  );
});
