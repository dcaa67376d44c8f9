import { expect, test } from "vitest";
import type { Field } from "../../platform/types";
import { enteredOf } from "./entered";

const common = { label: "L", isRequired: false, isVoluntary: false };
const fields: Field[] = [
  { ...common, id: "text", kind: "text" },
  { ...common, id: "yes", kind: "yes_no" },
  { ...common, id: "some", kind: "some_of", options: [] },
  { ...common, id: "keep", kind: "consent" },
  { ...common, id: "secret", kind: "text", isVoluntary: true },
];

test("answers come back, but consents, what is voluntary and what is asked no more", () => {
  const json = JSON.stringify([
    { id: "text", value: "x" },
    { id: "yes", value: false },
    { id: "some", value: ["a", "b"] },
    { id: "keep", value: { given: true, text: "L" } },
    { id: "secret", value: "s" },
    { id: "gone", value: "g" },
  ]);
  expect(enteredOf(fields, json)).toEqual({
    "field-text": ["x"],
    "field-yes": ["false"],
    "field-some": ["a", "b"],
  });
  expect(enteredOf(fields, undefined)).toEqual({});
});
