import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { companyFacts } from "../../scripts/seed.mjs";
import { readCompany } from "./files.mjs";

const COMPANY = {
  uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41",
  name: "Acme",
  language_default: "en",
  country: "gb",
  is_cv_required: true,
};
const POSITION = {
  slug: "baker",
  uuid: "c2a9d7e4-1b36-4f58-8e02-7a4c9b0d6f10",
  name: "Baker",
  location: "Leeds",
  country: "gb",
  published_at: "2026-11-20",
};

/** @type {string} */
let folder;
afterEach(() => rm(folder, { recursive: true }));

/** Reads the folder of a company with one position. @param {object | string} company @param {object} position */
async function read(company, position) {
  folder = await mkdtemp(join(tmpdir(), "puerta-seed-"));
  await mkdir(join(folder, "positions"));
  const files = {
    "company.json":
      typeof company === "string" ? company : JSON.stringify({ ...COMPANY, ...company }),
    "positions.json": JSON.stringify([{ ...POSITION, ...position }]),
    "positions/baker.html": "<p>Bake.</p>",
    "privacy.md": "# Privacy",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  /** @type {string[]} */
  const problems = [];
  const found = await readCompany(folder, "acme", problems);
  return { found, problems };
}

test("a company needs no more than a few facts; what is empty says nothing", async () => {
  const { found, problems } = await read({ logo: null, sections: [] }, { department: "" });
  expect(problems).toEqual([]);
  expect(found).toMatchObject({
    ...{ code: "acme", country: "GB", logo: null, next_steps: null, sections: [] },
    positions: [{ ...POSITION, country: "GB", status: "open", department: null }],
  });
});

test("a closed job is no address to look at", async () => {
  const { found } = await read({}, { status: "closed" });
  expect(found && companyFacts(found)).toMatchObject({ positionPath: undefined });
});

const field = { id: "a", kind: "text", label: "A" };
const choice = { id: "a", kind: "one_of", label: "A" };
const note = { kind: "note", label: "a".repeat(10_000) };
const question = { question: "A?", answers: ["Yes", "No"] };

test.each([
  [{ salry: 1 }, "salry: is not known. docs/companies.md lists what is"],
  [{ pay: { min: 1, currency: "GBP", unt: "hour" } }, "pay.unt: is not known."],
  [{ places: { city: "Leeds", zip: "LS1" } }, "places.zip: is not known."],
  [
    {
      apply_site_questions: [
        { ...question, hint: "" },
        { ...question, hint: "B" },
      ],
    },
    "twice",
  ],
  [{ apply_site_questions: [{ ...question, hint: "B" }] }, "apply_site_questions.0.hint: is not"],
  [{ apply_site_questions: [{ ...question, answers: ["Yes"] }] }, "0.answers: must be two or more"],
  [{ fields: [field, field] }, "fields: has the same id twice"],
  [{ fields: [{ ...field, max: 50_000 }] }, "fields.0.max: is too large: it may be at most 20000"],
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
  [{ fields: [{ ...field, required: "often" }] }, "fields.0.required: must be a yes or no"],
  [{ fields: [choice] }, "fields.0.options: is missing"],
  [{ remote_countries: Array(251).fill("es") }, "remote_countries: has entries that are too many"],
  [{ country: "uk" }, "0.country: uk is no country code: the United Kingdom is gb"],
  [{ location: "" }, "0.location: is missing"],
  [{ closes_at: "2026-02-30" }, "closes_at: is not a day of the calendar"],
  [{ pay: { min: 2, max: 1, currency: "GBP" } }, "pay.min: is above max"],
])("of a position %j is refused", async (position, problem) => {
  const { found, problems } = await read({}, position);
  expect(problems.join("\n")).toContain(problem);
  expect(found?.positions ?? []).toEqual([]);
});

test.each([
  ['{\n "name": }', "company.json: is not JSON: look at line 2, column 10"],
  [{ languages: ["en"] }, "company.json: languages: is not known."],
  [{ country: "UK" }, "company.json: country: uk is no country code"],
  [{ logo: "//a.example/logo.svg" }, "logo: must be an http(s) address, or a path"],
  [{ next_steps: "a".repeat(2001) }, "next_steps: is too long: it may have 2000 characters"],
  [{ sections: [{ title: "A" }] }, "sections.0: has neither a text nor pictures"],
])("of a company %j is refused", async (company, problem) => {
  const { found, problems } = await read(company, {});
  expect(problems.join("\n")).toContain(problem);
  expect(found).toBeUndefined();
});
