// Reads and checks the folders of companies.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { z } from "zod";
import { companyFacts, Job, JobWithText, type Company } from "../../contract/admin";
import { strictly, type Strict } from "../../contract/strictly";
import { ROOT, Stop } from "../../scripts/local";
import { positionOf, readJob } from "../job/job";
import { inWords, jsonEnd, readMarkdown } from "../job/located";

/** The example companies. */
export const SEED_FOLDER = join(ROOT, "platform", "seed");

/** The companies' folders, unless they are made elsewhere with `--folder`. */
export const COMPANIES = join(ROOT, "companies");

export interface CompanyFolder {
  slug: string;
  folder: string;
  company: Company;
  jobs: JobWithText[];
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
  const faults: string[] = [];
  const found = await read(folder, faults);
  if (found) findDoubles([found], faults);
  if (found && faults.length === 0) return found;
  throw new Stop(`Correct these files (docs/companies.md):\n  ${faults.join("\n  ")}`);
}

/** All companies of a folder, by slug. @throws Stop that lists every fault of their files */
export async function readCompanies(folder = SEED_FOLDER): Promise<CompanyFolder[]> {
  if (!existsSync(folder)) throw new Stop(`There is no folder ${folder}.`);
  const entries = await readdir(folder, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const faults: string[] = [];
  const companies = [];
  for (const slug of slugs.sort()) {
    const company = await read(join(folder, slug), faults);
    if (company) companies.push(company);
  }
  findDoubles(companies, faults);
  if (companies.length === 0 && faults.length === 0) faults.push("It has no company.");
  if (faults.length === 0) return companies;
  throw new Stop(`Correct the companies in ${folder}:\n  ${faults.join("\n  ")}`);
}

async function read(folder: string, faults: string[]): Promise<CompanyFolder | undefined> {
  const slug = basename(folder);
  const schema = strictly(z.strictObject(companyFacts));
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
  return facts && { slug, folder, company: { ...facts, ...texts }, jobs };
}

/** The jobs of `positions.json`, with their descriptions in `positions/SLUG.html`. */
async function readPositions(folder: string, faults: string[]): Promise<JobWithText[]> {
  const file = join(folder, "positions.json");
  const schema = strictly(z.array(Job));
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
    const { entry, faults: syntax } = readMarkdown(await readFile(file, "utf8"));
    const { job, faults: wrong } = readJob(entry, country === undefined ? {} : { country });
    const found = syntax.length > 0 ? syntax : [...wrong];
    if (found.length === 0 && job?.id === undefined) {
      found.push({ ...entry.at([]), what: "id", message: `is missing: id: ${randomUUID()}` });
    }
    faults.push(...found.map((fault) => inWords(shown(file), fault)));
    if (job && found.length === 0) jobs.push(JobWithText.parse(positionOf(job)));
  }
  return jobs;
}

/**
 * Parses a JSON file. Faults are added to the list, and the result is undefined.
 *
 * @param defaults of an object's fields
 */
export async function readJson<T>(
  file: string,
  schema: { safeParse(given: unknown): Strict<T> },
  faults: string[],
  defaults: Record<string, unknown> = {},
): Promise<T | undefined> {
  const text = await readText(file, faults);
  if (text === "") return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const { line, column } = jsonEnd(text);
    faults.push(`${shown(file)}: is not JSON: look at line ${line}, column ${column}`);
    return undefined;
  }
  const isObject = typeof content === "object" && content !== null && !Array.isArray(content);
  const result = schema.safeParse(isObject ? { ...defaults, ...Object(content) } : content);
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

function findDoubles(companies: CompanyFolder[], faults: string[]): void {
  const seen = new Map<string, string>();
  for (const { folder, company, jobs } of companies) {
    for (const { uuid, name } of [company, ...jobs]) {
      const here = `${shown(folder)}, ${name}`;
      const other = seen.get(uuid);
      if (other !== undefined) faults.push(`${here}: has the uuid of ${other}`);
      seen.set(uuid, here);
    }
  }
}

/** A path as messages show it: relative inside the working directory. */
export function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path || ".";
}
