import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText, longTimeout, runs, checkProperty } from "~/tests/support/arbitraries";
import { LANGUAGES } from "~/app/i18n/language";
import type { Application } from "../model/application";
import { validateApplication, type FormPosition } from "./validation.server";

/** Strings below and above each length limit. */
const long = fc
  .tuple(anyText, fc.oneof(fc.nat(120), fc.integer({ min: 4990, max: 5010 })))
  .map(([unit, length]) => (unit || "x").repeat(Math.ceil(length / (unit.length || 1))));

const phone = fc.oneof(
  fc.constantFrom("612345678", "+34 612 34 56 78", "0034612345678", "tel:+525512345678", "+1"),
  fc.stringMatching(/^[+＋]?[0-9٠-٩ ().x;,-]{0,30}$/),
);

const value = fc.oneof(anyText, long, phone, fc.constantFrom("true", "Sí", "No", ""));

const FIELDS = [
  ...["first_name", "last_name", "phone", "privacy_policy", "application_id", "held_cv"],
  ...["question-0", "question-1", "open_question-0", "open_question-1"],
];

const values = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), anyText), value), { maxLength: 14 })
  .map((entries) => new Map(entries));

const nonBlank = anyText.map((text) => (text.trim() === "" ? "¿Por qué?" : text));

const position: fc.Arbitrary<FormPosition> = fc
  .record({
    country: fc.oneof(fc.constantFrom("ES", "mx", "us", undefined), anyText),
    killerQuestions: fc.array(
      fc.record({
        text: nonBlank,
        answers: fc.uniqueArray(nonBlank, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 2 },
    ),
    openQuestions: fc.array(nonBlank, { maxLength: 2 }),
  })
  .map(({ country, ...rest }) => ({ ...rest, ...(country === undefined ? {} : { country }) }));

const languages = fc.constantFrom(...LANGUAGES);

function expectWithinLimits(application: Application, position: FormPosition) {
  const { killerQuestions, openQuestions } = position;
  for (const name of [application.firstName, application.lastName]) {
    expect(name.length).toBeGreaterThan(0);
    expect(name.length).toBeLessThanOrEqual(100);
    expect(name).not.toMatch(/\p{Cc}|^\s|\s$/u);
  }
  expect(application.phone).toMatch(/^\+[1-9]\d{3,14}$/);
  expect(application.killerQuestions).toHaveLength(killerQuestions.length);
  for (const [index, { question, answer }] of application.killerQuestions.entries()) {
    expect(question).toBe(killerQuestions[index]?.text);
    expect(killerQuestions[index]?.answers).toContain(answer);
  }
  expect(application.openQuestions.map(({ question }) => question)).toEqual(openQuestions);
  for (const { answer } of application.openQuestions) {
    expect(answer.length).toBeGreaterThan(0);
    expect(answer.length).toBeLessThanOrEqual(5000);
    expect(answer).not.toMatch(/\r|^\s|\s$/);
  }
}

/** Returns a field's place in form order. */
function placeInForm(field: string): number {
  const [name = "", index = "0"] = field.split("-");
  const groups = "first_name last_name phone question open_question privacy_policy".split(" ");
  expect(groups).toContain(name);
  return groups.indexOf(name) * 1000 + Number(index);
}

test(
  "converts any input into an application within the limits or into messages in form order",
  async () => {
    await checkProperty(
      fc.property(values, position, languages, (entered, form, language) => {
        const validated = validateApplication(entered, { position: form, language });
        if (validated.ok) {
          expectWithinLimits(validated.application, form);
          return;
        }
        const fields = Object.keys(validated.errors);
        expect(fields.length).toBeGreaterThan(0);
        expect(fields.map(placeInForm)).toEqual(fields.map(placeInForm).sort((a, b) => a - b));
        // All placeholders have been filled in.
        for (const message of Object.values(validated.errors)) expect(message).toMatch(/^[^{}]+$/);
      }),
      runs,
    );
  },
  longTimeout.timeout,
);
