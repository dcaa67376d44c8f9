// Reads and checks the folders of companies.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { z } from "zod";
import { companyFacts, Job, type Company, type JobWithDescription } from "../../contract/admin";
import { strictSchema, type StrictResult } from "../../contract/strict";
import { ROOT, Stop } from "../../scripts/local";
import { positionOf, readJob } from "../job/job";
import { inWords, parseJson, readMarkdown, toRecord } from "../job/located";

/** The example companies. */
export const SEED_FOLDER = join(ROOT, "platform", "seed");

/** The companies' folders, unless they are made elsewhere with `--folder`. */
export const COMPANIES = join(ROOT, "companies");

export interface CompanyFolder {
  slug: string;
  folder: string;
  company: Company;
  jobs: JobWithDescription[];
}

/** The folder of a company, by its path or its slug in `companies`. */
export function folderOf(which: string): string {
  const folders = [resolve(which), join(COMPANIES, which)];
  const found = folders.find((folder) => existsSync(join(folder, "company.json")));
  if (found !== undefined) return found;
  throw new Stop(
    `There is no company.json in ${which} or in companies/${which}. Create a company: npx puerta company new`,
  );
}

/** @throws Stop that lists every fault of the company's files */
export async function readCompany(folder: string): Promise<CompanyFolder> {
  const slug = basename(folder);
  const faults: string[] = [];
  const schema = strictSchema(z.strictObject(companyFacts));
  const facts = await readJson(join(folder, "company.json"), schema, faults, { code: slug });
  const texts = {
    privacy_policy: await readText(join(folder, "privacy.md"), faults),
    apply_page_css: await readText(join(folder, "brand.css")),
    apply_page_js: await readText(join(folder, "brand.js")),
  };
  const jobs = [
    ...(await readPositions(folder, faults)),
    ...(await readJobs(join(folder, "jobs"), facts?.country, faults)),
  ];
  const ids = jobs.map(({ uuid }) => uuid);
  const doubles = jobs.filter(({ uuid }, index) => ids.indexOf(uuid) < index);
  faults.push(...doubles.map(({ name }) => `${shown(folder)}: ${name}: has another job's id`));
  if (facts && faults.length === 0) return { slug, folder, company: { ...facts, ...texts }, jobs };
  throw new Stop(`Correct these files (docs/companies.md):\n  ${faults.join("\n  ")}`);
}

/** All companies of a folder, by slug. */
export async function readCompanies(folder = SEED_FOLDER): Promise<CompanyFolder[]> {
  const slugs = (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
  return Promise.all(slugs.map((slug) => readCompany(join(folder, slug))));
}

/** The jobs of `positions.json`, with their descriptions in `positions/SLUG.html`. */
async function readPositions(folder: string, faults: string[]): Promise<JobWithDescription[]> {
  const file = join(folder, "positions.json");
  const schema = strictSchema(z.array(Job));
  const found = existsSync(file) ? await readJson(file, schema, faults) : [];
  return Promise.all(
    (found ?? []).map(async (job) => {
      const description = await readText(join(folder, "positions", `${job.slug}.html`), faults);
      return { ...job, description };
    }),
  );
}

/** The jobs of `jobs/*.md`, by file name. */
async function readJobs(folder: string, country: string | undefined, faults: string[]) {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const jobs = [];
  for (const name of names.filter((one) => one.endsWith(".md")).sort()) {
    const file = join(folder, name);
    const { job, faults: found } = readJob(readMarkdown(await readFile(file, "utf8")), { country });
    faults.push(...found.map(inWords(shown(file))));
    if (!job) continue;
    const { id } = job;
    if (id === undefined) faults.push(`${shown(file)}: id: is missing: id: ${randomUUID()}`);
    else jobs.push(positionOf({ ...job, id }));
  }
  return jobs;
}

/** Parses a JSON file. Undefined if it has faults, which are added to the list. */
export async function readJson<T>(
  file: string,
  schema: { safeParse(given: unknown): StrictResult<T> },
  faults: string[],
  defaults: Record<string, unknown> = {},
): Promise<T | undefined> {
  const text = await readText(file, faults);
  if (text.trim() === "") return undefined;
  const { value, faults: broken } = parseJson(text);
  if (broken[0]) {
    const { line, column } = broken[0];
    faults.push(`${shown(file)}: is not JSON: look at line ${line}, column ${column}`);
    return undefined;
  }
  const facts = toRecord(value);
  const result = schema.safeParse(facts ? { ...defaults, ...facts } : value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    faults.push(`${shown(file)}: ${path.join(".") || "the whole"}: ${message}`);
  }
  return undefined;
}

/** The text of a file, empty if there is none. With `faults`, the file must have a text. */
export async function readText(file: string, faults?: string[]): Promise<string> {
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  if (text.trim() === "") {
    faults?.push(`${shown(file)}: ${existsSync(file) ? "is empty" : "is missing"}`);
  }
  if (text.includes("\0")) faults?.push(`${shown(file)}: has a NUL character`);
  return text;
}

/** A path as messages show it: relative inside the working directory. */
export function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path || ".";
}
