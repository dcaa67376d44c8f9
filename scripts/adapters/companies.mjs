// Reads and checks the companies' folders that the adapters are built with.
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CompanyFile, SYSTEMS } from "../../adapters/src/company-format.mjs";
import { uuidOf } from "../company/ids.mjs";
import { ROOT, Stop } from "../local.mjs";
import { readJson, readText, shown } from "../seed-files.mjs";

/** Where the folders are, unless `--from` says otherwise. */
export const COMPANIES_FOLDER = join(ROOT, "adapters", "companies");

/** @typedef {import("../../adapters/src/company-format.mjs").Company} Company */

/**
 * Reads every company of a folder.
 *
 * @param {string} [folder]
 * @returns {Promise<Company[]>} by code
 * @throws {Stop} that lists every wrong file, the field in it, and how it is mended
 */
export async function readCompanies(folder = COMPANIES_FOLDER) {
  if (!existsSync(folder)) {
    throw new Stop(
      `There is no folder ${shown(folder)}. \`npm run adapters -- new greenhouse:BOARD\` makes one.`,
    );
  }
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  /** @type {string[]} */
  const problems = [];
  const companies = [];
  for (const name of names.sort()) {
    const company = await readCompany(join(folder, name), name, problems);
    if (company) companies.push({ ...company, file: join(folder, name, "company.json") });
  }
  findDoubles(companies, problems);
  if (companies.length === 0 && problems.length === 0) {
    problems.push(
      `${shown(folder)}: has no company: \`npm run adapters -- new greenhouse:BOARD\` makes one`,
    );
  }
  if (problems.length > 0)
    throw new Stop(`The companies in ${shown(folder)} are wrong:\n  ${problems.join("\n  ")}`);
  return companies.map(({ file: _, ...company }) => company);
}

/**
 * @param {string} folder @param {string} code @param {string[]} problems
 * @returns {Promise<Company | undefined>}
 */
async function readCompany(folder, code, problems) {
  const company = await readJson(join(folder, "company.json"), CompanyFile, problems, { code });
  const privacy_policy = await readText(join(folder, "privacy.md"), problems);
  const apply_page_css = await readText(join(folder, "brand.css"));
  const apply_page_js = await readText(join(folder, "brand.js"));
  return company && { ...company, privacy_policy, apply_page_css, apply_page_js };
}

/** @param {(Company & { file: string })[]} companies @param {string[]} problems */
function findDoubles(companies, problems) {
  for (const key of /** @type {const} */ (["uuid", "code"])) {
    /** @type {Map<string, string>} */
    const seen = new Map();
    for (const { [key]: value, file } of companies) {
      const other = seen.get(value);
      if (other) {
        problems.push(`${shown(file)}: ${key}: is the one of ${shown(other)} too: choose another`);
      }
      seen.set(value, file);
    }
  }
}

/**
 * Reads `greenhouse:acme`.
 *
 * @param {string} text
 * @throws {Stop} when it names no board of a system that is known
 */
export function boardOf(text) {
  const [, system = "", board = ""] = /^([a-z]+):([A-Za-z0-9_-]{1,64})$/.exec(text) ?? [];
  const known = SYSTEMS.find((name) => name === system);
  if (!known) {
    throw new Stop(
      `"${text}" names no board. Write ${SYSTEMS.map((name) => `${name}:NAME`).join(" or ")}.`,
    );
  }
  return { system: known, board };
}

/**
 * A folder for a board, with a neutral brand and without applying. It is the same each time: its
 * addresses stay.
 *
 * @param {string} folder in which the company's folder is made
 * @param {string} text such as `greenhouse:acme`
 * @param {{ address?: string }} [more] where the system is, if not at its usual address
 * @returns {Promise<{ code: string; uuid: string; folder: string }>}
 */
export async function makeCompany(folder, text, { address } = {}) {
  const { system, board } = boardOf(text);
  const code = codeOf(board);
  const uuid = uuidOf(`puerta board ${text}`);
  const name = board.charAt(0).toUpperCase() + board.slice(1).replace(/[-_]+/g, " ");
  const own = join(folder, code);
  if (existsSync(join(own, "company.json"))) return { code, uuid, folder: own };
  await mkdir(own, { recursive: true });
  const company = {
    uuid,
    name,
    language_default: "en",
    country: "us",
    board: { system, board, apply: "off", ...(address !== undefined && { address }) },
  };
  await writeFile(join(own, "company.json"), `${JSON.stringify(company, null, 2)}\n`);
  await writeFile(
    join(own, "privacy.md"),
    `# Privacy\n\nThis site is being tried out. It takes no applications, and keeps nothing of you.\n`,
  );
  return { code, uuid, folder: own };
}

/** A board's name as a company's code. @param {string} board */
const codeOf = (board) =>
  board
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 27)
    .replace(/^-+|-+$/g, "") || "company";
