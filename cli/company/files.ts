import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import * as z from "zod";
import { companyFacts, Job, type Company, type JobWithDescription } from "~/contract/admin";
import { strictSchema, type StrictResult } from "~/contract/strict";
import { ROOT } from "~/scripts/local";
import { Stop } from "~/scripts/stop";
import { toPosition, parseJob } from "../job/job";
import { problemFormatter, parseJson, parseMarkdown, toRecord } from "../job/parse-source";
import { readText, shortPath } from "./text-file";
import { readTexts } from "./texts";

export const SEED_FOLDER = join(ROOT, "platform", "seed");

export const COMPANIES = join(ROOT, "companies");

export interface CompanyFolder {
  slug: string;
  folder: string;
  company: Company;
  jobs: JobWithDescription[];
}

/** Finds a company folder by its path, or by its slug in `companies`. */
export function findFolder(which: string): string {
  const folders = [resolve(which), join(COMPANIES, which)];
  const found = folders.find((folder) => existsSync(join(folder, "company.json")));
  if (found !== undefined) return found;
  throw new Stop(
    `There is no company.json in ${which} or in companies/${which}. Create a company: npx puerta company new`,
  );
}

/** Reads a company's folder. @throws Stop that lists every error in its files */
export async function readCompany(folder: string): Promise<CompanyFolder> {
  const slug = basename(folder);
  const problems: string[] = [];
  const schema = strictSchema(z.strictObject(companyFacts));
  const facts = await readJson(join(folder, "company.json"), schema, problems, { code: slug });
  const texts = {
    privacy_policy: await readText(join(folder, "privacy.md"), problems),
    apply_page_css: await readText(join(folder, "brand.css")),
    apply_page_js: await readText(join(folder, "brand.js")),
    texts: await readTexts(folder, problems),
  };
  const jobs = [
    ...(await readPositions(folder, problems)),
    ...(await readJobs(join(folder, "jobs"), facts?.country, problems)),
  ];
  const ids = jobs.map(({ uuid }) => uuid);
  const duplicates = jobs.filter(({ uuid }, index) => ids.indexOf(uuid) < index);
  problems.push(
    ...duplicates.map(
      ({ name }) => `${shortPath(folder)}: ${name}: has the same id as another job`,
    ),
  );
  if (facts && problems.length === 0)
    return { slug, folder, company: { ...facts, ...texts }, jobs };
  throw new Stop(`Correct these files (docs/companies.md):\n  ${problems.join("\n  ")}`);
}

export async function readCompanies(folder = SEED_FOLDER): Promise<CompanyFolder[]> {
  const slugs = (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
  return Promise.all(slugs.map((slug) => readCompany(join(folder, slug))));
}

/** Reads the jobs of `positions.json`, with descriptions from `positions/SLUG.html`. */
async function readPositions(folder: string, problems: string[]): Promise<JobWithDescription[]> {
  const file = join(folder, "positions.json");
  const schema = strictSchema(z.array(Job));
  const found = existsSync(file) ? await readJson(file, schema, problems) : [];
  return Promise.all(
    (found ?? []).map(async (job) => {
      const description = await readText(join(folder, "positions", `${job.slug}.html`), problems);
      return { ...job, description };
    }),
  );
}

async function readJobs(folder: string, country: string | undefined, problems: string[]) {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const jobs = [];
  for (const name of names.filter((file) => file.endsWith(".md")).sort()) {
    const file = join(folder, name);
    const { job, problems: found } = parseJob(parseMarkdown(await readFile(file, "utf8")), {
      country,
    });
    problems.push(...found.map(problemFormatter(shortPath(file))));
    if (!job) continue;
    const { id } = job;
    if (id === undefined) problems.push(`${shortPath(file)}: id: is missing: use ${randomUUID()}`);
    else jobs.push(toPosition({ ...job, id }));
  }
  return jobs;
}

/** Parses a JSON file. If it has errors, adds them to `problems` and returns undefined. */
export async function readJson<T>(
  file: string,
  schema: { safeParse(value: unknown): StrictResult<T> },
  problems: string[],
  defaults: Record<string, unknown> = {},
): Promise<T | undefined> {
  const text = await readText(file, problems);
  if (text.trim() === "") return undefined;
  const { value, problems: broken } = parseJson(text);
  if (broken[0]) {
    const { line, column } = broken[0];
    problems.push(`${shortPath(file)}: is not valid JSON: line ${line}, column ${column}`);
    return undefined;
  }
  const facts = toRecord(value);
  const result = schema.safeParse(facts ? { ...defaults, ...facts } : value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    problems.push(`${shortPath(file)}: ${path.join(".") || "the file"}: ${message}`);
  }
  return undefined;
}
