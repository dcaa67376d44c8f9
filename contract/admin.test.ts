import { expect, test } from "vitest";
import * as z from "zod";
import { companyFacts, Job } from "./admin";
import { strictSchema } from "./strict";

const COMPANY = {
  uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41",
  code: "acme",
  name: "Acme",
  language_default: "en",
  country: "gb",
  is_cv_required: true,
};
const JOB = {
  slug: "baker",
  uuid: "c2a9d7e4-1b36-4f58-8e02-7a4c9b0d6f10",
  name: "Baker",
  location: "Leeds",
  country: "gb",
  published_at: "2026-11-20",
};

const companySchema = strictSchema(z.strictObject(companyFacts));
const jobSchema = strictSchema(Job);

/** Lists the issues as `path: message`. */
function listIssues(schema: typeof companySchema | typeof jobSchema, input: object): string {
  const result = schema.safeParse(input);
  return (result.success ? [] : result.error.issues)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join();
}

test("fills in defaults, and treats empty facts as missing", () => {
  expect(companySchema.safeParse({ ...COMPANY, logo: null, sections: [] })).toMatchObject({
    data: { country: "GB", logo: null, next_steps: null, sections: [] },
  });
  expect(jobSchema.safeParse({ ...JOB, department: "" })).toMatchObject({
    data: { ...JOB, country: "GB", status: "open", department: null },
  });
});

test.each([
  [{ languages: ["en"] }, "languages: is not known."],
  [{ country: "UK" }, "country: uk is not a country code"],
  [{ logo: "//a.example/logo.svg" }, "logo: must be an http(s) URL, or a path"],
  [{ next_steps: "a".repeat(2001) }, "next_steps: is too long: at most 2000 characters"],
  [{ sections: [{ title: "A" }] }, "sections.0: has neither text nor pictures"],
])("refuses a company with %j", (facts, message) => {
  expect(listIssues(companySchema, { ...COMPANY, ...facts })).toContain(message);
});

const field = { id: "a", kind: "text", label: "A" };
const choice = { id: "a", kind: "one_of", label: "A" };
const note = { kind: "note", label: "a".repeat(10_000) };
const question = { question: "A?", answers: ["Yes", "No"] };
const hints = ["", "B"].map((hint) => ({ ...question, hint }));

test.each([
  [{ salry: 1 }, "salry: is not known. See docs/companies.md for the names"],
  [{ pay: { min: 1, currency: "GBP", unt: "hour" } }, "pay.unt: is not known."],
  [{ places: { city: "Leeds", zip: "LS1" } }, "places.zip: is not known."],
  [{ apply_site_questions: hints }, "twice"],
  [{ apply_site_questions: [{ ...question, hint: "B" }] }, "apply_site_questions.0.hint: is not"],
  [{ apply_site_questions: [{ ...question, answers: ["Yes"] }] }, "0.answers: must be two or more"],
  [{ fields: [field, field] }, "fields: has the same id twice"],
  [{ fields: [{ ...field, max: 50_000 }] }, "fields.0.max: is too large: at most 20000"],
  [{ fields: [{ ...choice, options: ["A", "B", "A"] }] }, "0.options: has the same value twice"],
  [
    { fields: Array.from({ length: 11 }, (_, id) => ({ ...note, id: `n${id}` })) },
    "fields: are too long: shorten them to 100000 characters in all",
  ],
  [
    { apply_site_questions: { open_questions: [question] } },
    "open_questions.0.answers: would not be shown: move the question to killer_questions",
  ],
  [{ pay: { min: "0x10", currency: "GBP" } }, "pay.min: must be a number"],
  [{ fields: [{ ...field, required: "often" }] }, "fields.0.required: must be yes or no"],
  [{ fields: [choice] }, "fields.0.options: is missing"],
  [{ remote_countries: Array(251).fill("es") }, "remote_countries: has too many"],
  [{ country: "uk" }, "country: uk is not a country code: use gb for the United Kingdom"],
  [{ location: "" }, "location: is missing"],
  [{ closes_at: "2026-02-30" }, "closes_at: is not a real date"],
  [{ pay: { min: 2, max: 1, currency: "GBP" } }, "pay.min: is above max"],
])("refuses a job with %j", (facts, message) => {
  expect(listIssues(jobSchema, { ...JOB, ...facts })).toContain(message);
});
