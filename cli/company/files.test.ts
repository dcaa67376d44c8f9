import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LANGUAGES } from "../../contract/languages";
import { findAdvice } from "./advice";
import { readCompany } from "./files";
import { ensureEmpty, contrastingText, writeCompany } from "./write";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "puerta-company-")), "acme");
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

const write = (language: (typeof LANGUAGES)[number] = "en") =>
  writeCompany(folder, { slug: "acme", name: "Acme", country: "MX", color: "#ffee00", language });

test.each(LANGUAGES)(
  "writes a valid company with blanks in its privacy policy, in %s",
  async (language) => {
    await write(language);
    const contents = await readCompany(folder);
    const facts = { name: "Acme", language_default: language, logo: null, retention_months: 6 };
    expect(contents.company).toMatchObject(facts);
    expect(contents.company.privacy_policy).toContain("**Acme**");
    expect(contents.jobs).toMatchObject([{ country: "MX", places: [{ country: "MX" }] }]);
    expect(JSON.stringify(contents)).not.toContain("$");
    const { blanks, warnings } = await findAdvice(contents);
    expect(warnings).toEqual([]);
    expect(blanks[0]).toMatch(/^Acme accepts no applications yet: .* has 5 blanks to fill in/);
    expect(blanks[1]).toMatch(/acme\/privacy\.md:\d+:1 {2}\{\{/);
  },
);

test("ensureEmpty refuses a folder with files", async () => {
  await ensureEmpty(folder);
  await write();
  await expect(ensureEmpty(folder)).rejects.toThrow("acme already exists. Upload it");
});

const JOB = "---\ntitle: A\nlocation: B\npublished_at: 2026-11-20\n---\nC";

test.each([
  ["company.json", '{\n "name": }', "company.json: is not valid JSON: line 2, column 10"],
  ["company.json", '{ "name": "Acme" }', "company.json: country: is missing"],
  ["company.json", "[]", "company.json: the file: must be a group of facts"],
  ["privacy.md", " ", "privacy.md: is empty"],
  ["privacy.md", "\0", "privacy.md: has a NUL character"],
  ["positions.json", "{}", "positions.json: the file: must be a list"],
  ["jobs/a.md", "---\ntitle: A\n---\nB", "a.md:2:1: location: is missing"],
  ["jobs/a.md", JOB, "a.md: id: is missing: use "],
])("refuses %s with %j", async (file, text, problem) => {
  await write();
  await writeFile(join(folder, file), text);
  await expect(readCompany(folder)).rejects.toThrow(problem);
});

test("refuses a copied job with the same id", async () => {
  await write();
  await cp(join(folder, "jobs", "example.md"), join(folder, "jobs", "copy.md"));
  await expect(readCompany(folder)).rejects.toThrow("has the same id as another job");
});

test.each([
  ["#767676", "#000"],
  ["#757575", "#fff"],
])("contrastingText for %s returns %s", (color, textColor) => {
  expect(contrastingText(color)).toBe(textColor);
});
