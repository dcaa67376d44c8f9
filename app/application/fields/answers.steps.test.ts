import { expect, test } from "vitest";
import { countBytes, countSteps } from "~/tests/support/count-steps";
import type { Field } from "~/app/platform/types";
import { readAnswers } from "./answers";

const common = { id: "f", label: "A", isRequired: true, isVoluntary: false };
const options = Array.from({ length: 300 }, (_, index) => ({
  value: `option ${index}`,
  label: `Option ${index}`,
}));

const read = (field: Field, given: readonly string[]) =>
  readAnswers([field], new Map([["field-f", given]]), { language: "en" });

/** The maximum size of a field, and the maximum number of parts in a form. */
const BYTES = 64 * 1024;
const PARTS = 1000;
const gap = " ".repeat(BYTES / 3);

test.each<[title: string, field: Field, ordinary: string[], worst: string[]]>([
  [
    "a date with wide gaps",
    { ...common, kind: "date" },
    ["word ".repeat(BYTES / 5)],
    [`1${gap}2${gap}x`],
  ],
  [
    "a date with many words",
    { ...common, kind: "date" },
    ["word ".repeat(BYTES / 5)],
    ["a1b ".repeat(BYTES / 4)],
  ],
  [
    "a number with many groups",
    { ...common, kind: "number" },
    ["1".repeat(BYTES)],
    [`1${",234".repeat(BYTES / 4)}`],
  ],
  [
    "many unknown options",
    { ...common, kind: "some_of", options },
    Array<string>(PARTS).fill("option 0"),
    Array<string>(PARTS).fill("option X"),
  ],
  [
    "the last option many times",
    { ...common, kind: "some_of", options },
    Array<string>(PARTS).fill("option 0"),
    Array<string>(PARTS).fill("option 299"),
  ],
])("needs at most ten times the usual steps for %s", async (_, field, ordinary, worst) => {
  const steps = await countSteps(() => read(field, ordinary));
  expect(await countSteps(() => read(field, worst))).toBeLessThan(10 * steps);
});

test("reads a consent's text once for any number of submitted values", async () => {
  const field: Field = { ...common, kind: "consent", label: "word ".repeat(2000) };
  const bytes = await countBytes(() => read(field, [" x".repeat(PARTS)]));
  expect(await countBytes(() => read(field, Array<string>(PARTS).fill(" x")))).toBeLessThan(
    10 * bytes,
  );
});
