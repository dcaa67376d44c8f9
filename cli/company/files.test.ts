import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pageOf } from "../../app/platform/position-page.server";
import { jobPosting } from "../../app/position/job-posting.server";
import { LANGUAGES } from "../../contract/languages";
import { clientFrom, positionFrom } from "../../tests/support/site-answers";
import { blanksOf, warningsOf } from "./advice";
import { readCompanies, readCompany } from "./files";
import { ensureFree, writeCompany } from "./write";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "puerta-company-")), "acme");
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

const ACME = { slug: "acme", name: "Acme", country: "MX", color: "#ffee00" };

const publishing = {
  originOf: () => "https://jobs.example",
  careerSiteAt: (_: string, path: string) => path,
};

test.each(LANGUAGES)(
  "a new company has no faults, and jobs for search engines, in %s",
  async (language) => {
    await writeCompany(folder, { ...ACME, language });
    const contents = await readCompany(folder);
    const { company, jobs } = contents;
    const facts = { name: "Acme", language_default: language, logo: null, retention_months: 6 };
    expect(company).toMatchObject(facts);
    expect(company.privacy_policy).toContain("**Acme**");
    expect(JSON.stringify(contents)).not.toContain("$");
    expect(warningsOf(contents)).toHaveLength(2);
    const [first, second] = blanksOf(contents);
    expect(first).toMatch(/^Acme takes no applications yet: .* has 5 blanks to fill in/);
    expect(second).toMatch(/acme\/privacy\.md:\d+:1 {2}\{\{/);

    const postings = jobs.map(({ slug: _, ...job }) => {
      // The jobs' countries are their own.
      const client = clientFrom({ ...company, country: null });
      const page = pageOf(positionFrom({ ...job, client: "c1" }), client);
      return jobPosting(page, { description: page.description, publishing, now: Date.now() });
    });
    const common = {
      title: expect.stringMatching(/\((example|ejemplo)\)/) as string,
      description: expect.stringContaining("<h") as string,
      datePosted: new Date().toISOString().slice(0, 10),
    };
    const country = { addressCountry: "MX" };
    expect(postings).toHaveLength(2);
    expect(postings).toContainEqual(
      expect.objectContaining({
        ...common,
        jobLocation: [
          expect.objectContaining({ address: expect.objectContaining(country) as object }),
        ],
      }),
    );
    expect(postings).toContainEqual(
      expect.objectContaining({ ...common, jobLocationType: "TELECOMMUTE" }),
    );
  },
);

test("a company has its folder's name as its slug, unless it has another", async () => {
  await writeCompany(folder, { ...ACME, language: "en" });
  const { company } = await readCompany(folder);
  const { uuid, name, country, language_default } = company;
  const facts = { uuid, name, country, language_default, is_cv_required: false };
  await writeFile(join(folder, "company.json"), JSON.stringify(facts));
  await writeFile(join(folder, "privacy.md"), "No blanks.");
  const contents = await readCompany(folder);
  expect(contents.company.code).toBe("acme");
  expect(blanksOf(contents)).toEqual([]);
});

test("a folder with files is not overwritten", async () => {
  await ensureFree(folder);
  await writeCompany(folder, { ...ACME, language: "en" });
  await expect(ensureFree(folder)).rejects.toThrow("acme exists. Put it on the platform");
});

test.each([
  ["company.json", '{\n "name": }', "company.json: is not JSON: look at line 2, column 10"],
  ["company.json", '{ "name": "Acme" }', "company.json: country: is missing"],
  ["company.json", "[]", "company.json: the whole: must be a group of facts"],
  ["privacy.md", " ", "privacy.md: is empty"],
  ["privacy.md", "\0", "privacy.md: has a NUL character"],
  ["jobs/a.md", "title: A", "a.md:1:1: must begin with "],
  ["positions.json", "{}", "positions.json: the whole: must be a list"],
  ["jobs/a.md", "---\ntitle: A\n---\nB", "a.md:2:1: location: is missing"],
  [
    "jobs/a.md",
    "---\ntitle: A\nlocation: B\npublished_at: 2026-11-20\n---\nC",
    "id: is missing: id: ",
  ],
])("of %s, %j is refused", async (file, text, fault) => {
  await writeCompany(folder, { ...ACME, language: "en" });
  await writeFile(join(folder, file), text);
  await expect(readCompany(folder)).rejects.toThrow(fault);
});

test("an example has its descriptions in HTML; a copied company has the uuids of the first", async () => {
  const [example] = await readCompanies();
  expect(example?.jobs[0]?.description).toContain("<p>");
  for (const slug of ["a", "b"]) {
    await cp(example?.folder ?? "", join(folder, slug), { recursive: true });
  }
  const refused = /acme\/b, Alfar Albufera: has the uuid of .*acme\/a, Alfar Albufera/;
  await expect(readCompanies(folder)).rejects.toThrow(refused);
});
