import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LANGUAGES, STANDARD_LANGUAGES } from "~/contract/languages";
import { findAdvice } from "./advice";
import { readCompany } from "./files";
import { contrastingText } from "~/platform/src/companies/colours";
import type { Contact } from "~/platform/src/companies/new-policy";
import { ensureEmpty, writeCompany } from "./write";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "puerta-company-")), "acme");
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

const write = (language: (typeof LANGUAGES)[number] = "en", contact: Contact = "email") =>
  writeCompany(folder, {
    ...{ slug: "acme", name: "Acme", country: "MX", color: "#ffee00" },
    ...{ language, contact },
  });

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
    const { blanks, warnings } = await findAdvice(contents, () => Promise.resolve(LANGUAGES));
    expect(warnings).toEqual([]);
    expect(blanks[0]).toMatch(/^Acme accepts no applications yet: .* has 5 blanks to fill in/);
    expect(blanks[1]).toMatch(/acme\/privacy\.md:\d+:1 {2}\{\{/);
  },
);

test.each(
  LANGUAGES.flatMap(
    (language) =>
      [
        [language, "email"],
        [language, "phone"],
      ] as const,
  ),
)(
  "says in the example job and the policy how candidates are reached: %s, %s",
  async (language, contact) => {
    await write(language, contact);
    const { company, jobs } = await readCompany(folder);
    const email = { id: "email", kind: "email", required: true };
    expect(jobs[0]?.fields ?? []).toEqual(contact === "email" ? [email] : []);
    expect(/e-?mail|correo electrónico/i.test(company.privacy_policy.split("##")[2] ?? "")).toBe(
      contact === "email",
    );
  },
);

test("warns about a language that is off", async () => {
  await write("fr");
  const contents = await readCompany(folder);
  const { warnings } = await findAdvice(contents, () => Promise.resolve(STANDARD_LANGUAGES));
  expect(warnings).toEqual([
    expect.stringMatching(
      /acme\/company\.json: the pages are in English, because fr is off: add it/,
    ),
  ]);
});

test("ensureEmpty refuses a folder with files", async () => {
  await ensureEmpty(folder);
  await write();
  await expect(ensureEmpty(folder)).rejects.toThrow("acme already exists. Upload it");
});

const JOB = "---\ntitle: A\nlocation: B\npublished_at: 2026-11-20\n---\nC";

test.each([
  ["company.json", '{\n "name": }', "company.json: is not valid JSON: line 2, column 10"],
  ["company.json", '{ "name": "Acme" }', "company.json: country: is missing"],
  ["company.json", "[]", "company.json: the file: must be an object"],
  ["privacy.md", " ", "privacy.md: is empty"],
  ["privacy.md", "\0", "privacy.md: has a NUL character"],
  ["positions.json", "{}", "positions.json: the file: must be a list"],
  ["jobs/a.md", "---\ntitle: A\n---\nB", "a.md:2:1: location: is missing"],
  ["jobs/a.md", JOB, "a.md: id: is missing: use "],
  ["texts.it.yaml", "career.search: Cerca", "it is not a language of the site. Use texts.es-es"],
])("refuses %s with %j", async (file, text, problem) => {
  await write();
  await writeFile(join(folder, file), text);
  await expect(readCompany(folder)).rejects.toThrow(problem);
});

test("reads the texts of each language", async () => {
  await write();
  expect((await readCompany(folder)).company.texts).toEqual({});
  await writeFile(join(folder, "texts.en.yaml"), "# Ours\ncareer.title_at: Join {company}\n");
  await writeFile(join(folder, "texts.es-es.yaml"), '"career.search": "Busca: ya"');
  expect((await readCompany(folder)).company.texts).toEqual({
    en: { "career.title_at": "Join {company}" },
    "es-es": { "career.search": "Busca: ya" },
  });
});

test("reports every mistake in a texts file with its line", async () => {
  await write();
  const file = join(folder, "texts.en.yaml");
  const lines = ["career.serch: A", "error.phone: B", "career.search:", "position.share: C: D"];
  await writeFile(file, lines.join("\n"));
  await expect(readCompany(folder)).rejects.toThrow(/\.yaml:4:17: has a second ": "/);
  await writeFile(file, lines.slice(0, 3).join("\n"));
  await expect(readCompany(folder)).rejects.toThrow(
    /\.yaml:1:15: career\.serch: is not known .*\n.*:2:14: error\.phone: cannot be changed .*\n.*:3:.*: is empty/,
  );
  await writeFile(file, "career.search: [A]\ncareer.clear: See {count}");
  await expect(readCompany(folder)).rejects.toThrow(
    /search: must be text\n.*clear: has the unknown placeholder {count}: it has none/,
  );
});

test("refuses a copied job with the same id", async () => {
  await write();
  await cp(join(folder, "jobs", "example.md"), join(folder, "jobs", "copy.md"));
  await expect(readCompany(folder)).rejects.toThrow("has the same id as another job");
});

test.each([
  ["#767676", "#000"],
  ["#757575", "#fff"],
])("contrastingText(%s) is %s", (color, textColor) => {
  expect(contrastingText(color)).toBe(textColor);
});
