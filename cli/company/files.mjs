// Reads and checks the files that the embedded platform is seeded from.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import { positionOf, readJob } from "../job/job.mjs";
import { inWords, jsonEnd, readMarkdown } from "../job/located.mjs";
import { ROOT, Stop } from "../../scripts/local.mjs";
import { companyFacts, Job as Position } from "../../contract/admin";
import { strictly } from "../../contract/strictly";

/** The companies that come with Puerta. */
export const SEED_FOLDER = join(ROOT, "platform", "seed");

const Company = z.strictObject(companyFacts);

/** @typedef {import("../../contract/strictly").Issue} Issue */
/**
 * @typedef {z.infer<typeof Position> & { description: string; file: string }} SeedPosition
 * @typedef {z.infer<typeof Company> & {
 *   apply_page_css: string; apply_page_js: string; privacy_policy: string;
 *   slug: string; file: string; positions: SeedPosition[];
 * }} SeedCompany
 */

/**
 * Reads every company of a seed folder.
 *
 * @param {string} [folder]
 * @returns {Promise<SeedCompany[]>} by slug
 * @throws {Stop} that lists every wrong file and field.
 */
export async function readSeed(folder = SEED_FOLDER) {
  if (!existsSync(folder)) throw new Stop(`There is no seed folder ${folder}.`);
  const entries = await readdir(folder, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  /** @type {string[]} */
  const problems = [];
  const companies = [];
  for (const slug of slugs.sort()) {
    const company = await readCompany(join(folder, slug), slug, problems);
    if (company) companies.push(company);
  }
  findDoubles(companies, problems);
  if (companies.length === 0 && problems.length === 0) problems.push("There is no company in it.");
  if (problems.length)
    throw new Stop(`The seed in ${folder} is wrong:\n  ${problems.join("\n  ")}`);
  return companies;
}

/**
 * @param {string} folder @param {string} slug @param {string[]} problems
 * @returns {Promise<SeedCompany | undefined>}
 */
export async function readCompany(folder, slug, problems) {
  const file = join(folder, "company.json");
  const company = await readJson(file, strictly(Company), problems, { code: slug });
  const positionsFile = join(folder, "positions.json");
  const jobs = await readJobs(join(folder, "jobs"), company?.country, problems);
  const isListed = jobs.length === 0 || existsSync(positionsFile);
  const found = isListed
    ? await readJson(positionsFile, strictly(z.array(Position)), problems)
    : [];
  const privacy_policy = await readText(join(folder, "privacy.md"), problems);
  const apply_page_css = await readText(join(folder, "brand.css"));
  const apply_page_js = await readText(join(folder, "brand.js"));
  const positions = [];
  for (const position of found ?? []) {
    const file = join(folder, "positions", `${position.slug}.html`);
    positions.push({ ...position, description: await readText(file, problems), file });
  }
  positions.push(...jobs);
  return (
    company && { ...company, privacy_policy, apply_page_css, apply_page_js, slug, file, positions }
  );
}

/**
 * Reads the jobs that are files of their own, in Markdown with facts on top.
 *
 * @param {string} folder @param {string | undefined} country of a job that has none
 * @param {string[]} problems
 * @returns {Promise<SeedPosition[]>} by their files' names
 */
async function readJobs(folder, country, problems) {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const positions = [];
  for (const name of names.filter((one) => one.endsWith(".md")).sort()) {
    const file = join(folder, name);
    const { entry, faults } = readMarkdown(await readFile(file, "utf8"));
    const { job, faults: wrong } = readJob(entry, country === undefined ? {} : { country });
    const found = faults.length > 0 ? faults : [...wrong];
    if (found.length === 0 && job?.id === undefined) {
      found.push({ ...entry.at([]), what: "id", message: `is missing: id: ${randomUUID()}` });
    }
    problems.push(...found.map((fault) => inWords(shown(file), fault)));
    // As it was checked, with its id.
    if (job && found.length === 0) {
      positions.push(/** @type {SeedPosition} */ ({ ...positionOf(job), file }));
    }
  }
  return positions;
}

/**
 * @template T
 * @param {string} file
 * @param {{ safeParse(given: unknown): { success: true, data: T } | { success: false, error: { issues: Issue[] } } }} schema
 * @param {string[]} problems
 * @param {Record<string, unknown>} [defaults] of an object's fields
 * @returns {Promise<T | undefined>}
 */
export async function readJson(file, schema, problems, defaults) {
  const text = await readText(file, problems);
  if (text === "") return undefined;
  /** @type {unknown} */
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    const { line, column } = jsonEnd(text);
    problems.push(`${shown(file)}: is not JSON: look at line ${line}, column ${column}`);
    return undefined;
  }
  const result = schema.safeParse(isObject(content) ? { ...defaults, ...content } : content);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    problems.push(`${shown(file)}: ${path.join(".") || "the whole"}: ${message}`);
  }
  return undefined;
}

/**
 * @param {string} file
 * @param {string[]} [problems] given: the file must be there and not empty
 */
export async function readText(file, problems) {
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  if (problems && text.trim() === "") {
    problems.push(`${shown(file)}: ${existsSync(file) ? "is empty" : "is missing"}`);
  }
  if (text.includes("\0")) problems?.push(`${shown(file)}: has a NUL character`);
  return text;
}

/** @param {SeedCompany[]} companies @param {string[]} problems */
function findDoubles(companies, problems) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  for (const thing of companies.flatMap((company) => [company, ...company.positions])) {
    const other = seen.get(thing.uuid);
    if (other) problems.push(`${shown(thing.file)}: uuid: is the one of ${shown(other)} too`);
    seen.set(thing.uuid, thing.file);
  }
}

/** @param {unknown} it @returns {it is object} */
const isObject = (it) => typeof it === "object" && it !== null && !Array.isArray(it);

/** @param {string} file */
export const shown = (file) => relative(process.cwd(), file);
