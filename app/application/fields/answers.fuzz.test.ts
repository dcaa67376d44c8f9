import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText, manyTries, proved, runs } from "../../../tests/support/arbitraries";
import { fieldsAnswer } from "../../../tests/support/platform-answers";
import { LANGUAGES } from "../../i18n/language";
import { positionFields } from "../../platform/position-fields.server";
import type { Field } from "../../platform/types";
import { controlOf, isAsking, readAnswers, type FieldAnswer } from "./answers";
import { textMost } from "./limits";

const fields = fieldsAnswer.map(
  (answer) =>
    positionFields(JSON.parse(JSON.stringify(answer)) as Record<string, unknown>).asks.fields,
);

/** What somebody may send under a field's name: what it offers, what is nearly right, and anything. */
const sent = (field: Field): fc.Arbitrary<string[]> => {
  const offered = "options" in field ? field.options.map(({ value }) => value) : [];
  const near = [
    "true",
    "false",
    "12",
    "1.234,5",
    "2027-12-31",
    "31/12/2027",
    "a@b.es",
    "b.es/x",
    field.label ?? "",
    "x".repeat(30_000),
    ...offered,
  ];
  return fc.array(fc.oneof(fc.constantFrom(...near), anyText), { maxLength: 4 });
};

const filledIn = fields.chain((asked) =>
  fc.record({
    asked: fc.constant(asked),
    entered: fc
      .tuple(...asked.map(sent))
      .map((all) => new Map(asked.map(({ id }, index) => [controlOf(id), all[index] ?? []]))),
    language: fc.constantFrom(...LANGUAGES),
    country: fc.constantFrom(undefined, "US", "ES", "MX"),
  }),
);

/** Whether a platform can read an answer to a field as the contract says. */
function isRight(field: Field, value: FieldAnswer["value"]): boolean {
  switch (field.kind) {
    case "yes_no":
      return typeof value === "boolean";
    case "consent":
      return typeof value === "object" && !Array.isArray(value) && value.text === field.label;
    case "some_of":
      return (
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((one) => field.options.some((option) => option.value === one))
      );
    case "one_of":
      return field.options.some((option) => option.value === value);
    case "date":
      return typeof value === "string" && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
    case "number":
      return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
    case "url":
      return typeof value === "string" && /^https?:$/.test(new URL(value).protocol);
    case "email":
      return typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 254;
    case "text":
    case "long_text":
      return typeof value === "string" && value.trim() !== "" && value.length <= textMost(field);
    default:
      return false;
  }
}

test(
  "whatever is sent, each answer is as the contract has it, and each fault has its field",
  manyTries,
  async () => {
    await proved(
      fc.property(filledIn, ({ asked, entered, language, country }) => {
        const { answers, voluntary, faults } = readAnswers(asked, entered, { language, country });
        const said = [...answers, ...voluntary];
        for (const { id, value } of said) {
          const field = asked.find((one) => one.id === id);
          expect(field && isRight(field, value), JSON.stringify({ field, value })).toBe(true);
          expect(faults).not.toHaveProperty([controlOf(id)]);
          expect(voluntary.some((one) => one.id === id)).toBe(field?.isVoluntary);
        }
        for (const field of asked.filter(isAsking)) {
          const isSaid = said.some(({ id }) => id === field.id) || controlOf(field.id) in faults;
          if (field.isRequired) expect(isSaid).toBe(true);
        }
        const order = asked.map(({ id }) => id);
        const ids = answers.map(({ id }) => id);
        expect(ids).toEqual(order.filter((id) => ids.includes(id)));
      }),
      runs,
    );
  },
);
