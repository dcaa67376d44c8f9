import fc from "fast-check";
import { expect, test } from "vitest";
import {
  anyJson,
  withMutations,
  longTimeout,
  checkProperty,
  runs,
} from "~/tests/support/arbitraries";
import { fieldsAnswer } from "~/tests/support/platform-answers";
import { Field } from "~/contract/fields";
import { removeMissing } from "~/contract/tolerant";
import { readFields } from "./position-fields.server";

const anyResponse = fc.oneof(
  { weight: 6, arbitrary: fieldsAnswer },
  { weight: 6, arbitrary: withMutations(fieldsAnswer.map((valid) => structuredClone(valid))) },
  { weight: 1, arbitrary: anyJson },
);

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

test(
  "keeps required fields, reports dropped fields, and returns only valid fields [10.10]",
  longTimeout,
  async () => {
    await checkProperty(
      fc.property(anyResponse, (response) => {
        const position = asObject(response);
        const { fields, dropped } = readFields(removeMissing(position.fields));
        const ids = fields.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const field of fields) expect(Field.parse(field)).toEqual(field);
        const listed: unknown[] = Array.isArray(position.fields) ? position.fields : [];
        if (ids.length < listed.length) expect(dropped).not.toEqual([]);
        if (dropped.some(({ field }) => field === "missed")) return;
        // A random list can have holes.
        for (const { id, required, section } of Array.from(listed, asObject)) {
          if (required === true && section !== "voluntary") expect(ids).toContain(String(id));
        }
      }),
      runs,
    );
  },
);
