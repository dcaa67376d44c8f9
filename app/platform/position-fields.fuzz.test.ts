import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  anyJson,
  anyText,
  changed,
  manyTries,
  proved,
  runs,
} from "../../tests/support/arbitraries";
import { fieldsAnswer } from "../../tests/support/platform-answers";
import { fieldSchema } from "./field-format.server";
import { positionFields } from "./position-fields.server";

/** What a position may say, what it may not, and what is nearly right. */
const given = fc.oneof(
  { weight: 3, arbitrary: fieldsAnswer },
  {
    weight: 3,
    arbitrary: changed(fieldsAnswer.map((answer) => JSON.parse(JSON.stringify(answer)) as unknown)),
  },
  { weight: 1, arbitrary: anyJson },
);

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

describe("whatever a position says of its fields", () => {
  test(
    "they are fields that a form can ask, each once, as kept copies have them",
    manyTries,
    async () => {
      await proved(
        fc.property(given, (position) => {
          const { fields, elsewhere } = positionFields(asObject(position)).asks;
          expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
          expect(fields.length).toBeLessThanOrEqual(100);
          for (const field of fields) {
            expect(fieldSchema.parse(field)).toEqual(field);
            expect(field.id).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
            expect(field.isRequired && (field.isVoluntary || field.kind === "note")).toBe(false);
            if ("options" in field) {
              const values = field.options.map(({ value }) => value);
              expect(values.length).toBeGreaterThan(0);
              expect(new Set(values).size).toBe(values.length);
            }
          }
          expect(JSON.stringify(fields).length).toBeLessThan(110_000);
          if (elsewhere?.href !== undefined) expect(elsewhere.href).toMatch(/^https?:\/\//);
        }),
        runs,
      );
    },
  );

  test("no required field is lost, and none is left out in silence", manyTries, async () => {
    await proved(
      fc.property(given, (position) => {
        const said = asObject(position);
        const { asks, leftOut } = positionFields(said);
        const listed: unknown[] = Array.isArray(said.fields) ? said.fields : [];
        if (asks.fields.length < listed.length) expect(leftOut).not.toEqual([]);
        if (asks.elsewhere) return;
        // A list may have holes.
        for (const one of Array.from(listed, asObject)) {
          if (one.required !== true || one.section === "voluntary") continue;
          expect(asks.fields.map(({ id }) => id)).toContain(String(one.id));
        }
      }),
      runs,
    );
  });

  test("what is left out is said without any of its texts", manyTries, async () => {
    await proved(
      fc.property(given, anyText, (position, text) => {
        const { leftOut } = positionFields({ ...asObject(position), fields: [{ label: text }] });
        expect(leftOut.join("\n")).toMatch(/^[a-z_A-Z0-9.,:() \n`-]*$/);
      }),
      runs,
    );
  });
});
