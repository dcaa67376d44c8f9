import { expect, test } from "vitest";
import { compareJobs } from "./compare-names";

test.each([
  ["es-es", ["Nuez", "Ñu"]],
  // An unknown language sorts as English.
  ["tlh", ["Ñu", "Nuez"]],
])(
  "in %s, sorts jobs newest first, then by name, and jobs without a date last",
  (language, last) => {
    const job = (name: string, published_at?: string | null) => ({ name, published_at });
    const jobs = [
      ...[job("Nuez"), job("Ñu", null), job("b 10", "2026-01-02"), job("Á", "2026-01-02")],
      ...[job("B 2", "2026-01-02"), job("z", "2026-02-01")],
    ];
    const names = jobs.toSorted(compareJobs(language)).map(({ name }) => name);
    expect(names).toEqual(["z", "Á", "B 2", "b 10", ...last]);
  },
);
