// Reads and checks the companies' folders that the adapters are built with.
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Board, CompanyFile } from "../../adapters/src/company-format";
import { settingsAt, SYSTEMS } from "../../adapters/src/registry";
import { slugOf } from "../../contract/slug";
import { uuidOf } from "../job/ids";
import { ROOT, Stop } from "../../scripts/local.mjs";
import { readJson, readText, shown } from "../company/files";

/** Where the folders are, unless `--from` says otherwise. */
export const COMPANIES_FOLDER = join(ROOT, "adapters", "companies");

/** @typedef {import("../../adapters/src/company-format").Company} Company */

/**
 * A folder that is wrong. The Worker answers for it that it cannot, instead of that it does not exist.
 *
 * @typedef {{ code: string, uuid?: string, fault: string }} Faulty
 */

/** @typedef {{ folder: string }} InFolder the folder's name, which is not always the code */

/** @typedef {{ companies: (Company & InFolder)[], faulty: (Faulty & InFolder)[] }} Companies */

/** What makes a folder. */
const MAKES = `\`npm run adapters -- new ${SYSTEMS[0]?.page}\` makes one`;

/**
 * Reads every company of a folder. A wrong one does not stop the others.
 *
 * @param {string} [folder]
 * @throws {Stop} if there is none that is right
 */
export async function readCompanies(folder = COMPANIES_FOLDER) {
  if (!existsSync(folder)) throw new Stop(`There is no folder ${shown(folder)}. ${MAKES}.`);
  const read = await readFolders(folder);
  if (read.companies.length === 0) {
    throw new Stop(faultsOf(read.faulty) ?? `${shown(folder)} has no company: ${MAKES}.`);
  }
  return read;
}

/**
 * The company that has a code, or else whose folder has this name.
 *
 * @param {Companies} read @param {string} which
 * @throws {Stop} if its folder is wrong
 */
export function findCompany({ companies, faulty }, which) {
  const all = [...companies, ...faulty];
  const found =
    all.find(({ code }) => code === which) ?? all.find(({ folder }) => folder === which);
  if (found && "fault" in found) throw new Stop(found.fault);
  return found;
}

/**
 * @param {string} folder
 * @returns {Promise<Companies>} by folder; `fault` has a line for each wrong file, with the field in it,
 *   and how it is mended
 */
export async function readFolders(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  /** @type {Companies} */
  const { companies, faulty } = { companies: [], faulty: [] };
  /** Where each uuid and each code is from. @type {Map<string, string>} */
  const taken = new Map();
  for (const name of names.sort()) {
    const file = join(folder, name, "company.json");
    /** @type {string[]} */
    const problems = [];
    const company = await readCompany(join(folder, name), name, problems);
    for (const key of /** @type {const} */ (["uuid", "code"])) {
      const other = company && taken.get(company[key]);
      if (other) {
        problems.push(`${shown(file)}: ${key}: is the one of ${shown(other)} too: choose another`);
      }
    }
    if (company && problems.length === 0) {
      companies.push({ ...company, folder: name });
      taken.set(company.uuid, file).set(company.code, file);
    } else {
      faulty.push({
        ...(await namesOf(file, name)),
        folder: name,
        fault: problems.join("\n  "),
      });
    }
  }
  return { companies, faulty };
}

/**
 * What is wrong with folders, in words.
 *
 * @param {readonly Faulty[]} faulty
 */
export const faultsOf = (faulty) =>
  faulty.length === 0
    ? undefined
    : ["These companies cannot be served:", ...faulty.map(({ fault }) => fault)].join("\n  ");

/**
 * The names by which a wrong folder's company may be asked for.
 *
 * @param {string} file @param {string} folder its name
 */
async function namesOf(file, folder) {
  const text = await readText(file);
  const { uuid, code = folder } = Names.parse(objectIn(text) ?? namesIn(text));
  return { code, ...(uuid !== undefined && { uuid }) };
}

/** @param {string} text */
function objectIn(text) {
  try {
    /** @type {unknown} */
    const read = JSON.parse(text);
    return typeof read === "object" && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The names in a text that is no JSON, for want of a comma perhaps. @param {string} text */
const namesIn = (text) =>
  Object.fromEntries(
    ["uuid", "code"].map((name) => [
      name,
      new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(text)?.[1],
    ]),
  );

const Names = z.object({
  uuid: z.uuid().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
});

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

/**
 * Reads `system:name`, or a public board's address.
 *
 * @param {string} text
 * @throws {Stop} when it names no board of a system that is known
 */
export function boardOf(text) {
  const [, system = "", board = ""] = /^([a-z]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  const written = settingsAt(text) ?? settingsAt(board) ?? { system, board };
  const read = Board.safeParse(written);
  if (!read.success) {
    const known = SYSTEMS.map(({ name, page }) => `  ${name}:acme  or  ${page}`);
    throw new Stop(
      [`"${text}" names no board. Write its name or its address:`, ...known].join("\n"),
    );
  }
  return { ...written, board: read.data.board };
}

/**
 * A folder for a board, with a neutral brand and without applying. It is the same each time: its
 * addresses stay.
 *
 * @param {string} folder in which the company's folder is made
 * @param {string} text a board, as {@link boardOf} reads it
 * @param {{ address?: string }} [more] where the system is, if not at its usual address
 * @returns {Promise<{ code: string; uuid: string; folder: string }>}
 * @throws {Stop} if the folder is another board's
 */
export async function makeCompany(folder, text, { address } = {}) {
  const settings = boardOf(text);
  const { system, board } = settings;
  const code = codeOf(board);
  const uuid = uuidOf(`puerta board ${system}:${board}`);
  const name = board.charAt(0).toUpperCase() + board.slice(1).replace(/[-_]+/g, " ");
  const own = join(folder, code);
  const file = join(own, "company.json");
  if (existsSync(file)) {
    if (await isOfBoard(file, settings)) return { code, uuid, folder: own };
    throw new Stop(
      `${shown(file)} exists already, and its board is another than ${system}:${board}, or is wrong. Make the folder elsewhere (--from FOLDER), and move it here under another name.`,
    );
  }
  await mkdir(own, { recursive: true });
  const company = {
    uuid,
    name,
    language_default: "en",
    country: "us",
    board: { ...settings, apply: "off", ...(address !== undefined && { address }) },
  };
  await writeFile(file, `${JSON.stringify(company, null, 2)}\n`);
  await writeFile(
    join(own, "privacy.md"),
    `# Privacy\n\nThis site is being tried out. It takes no applications, and keeps nothing of you.\n`,
  );
  return { code, uuid, folder: own };
}

/**
 * @param {string} file a company's `company.json` @param {Record<string, string>} settings a board's
 */
async function isOfBoard(file, settings) {
  const { data } = z.object({ board: Board }).safeParse(objectIn(await readText(file)));
  const board = new Map(Object.entries(data?.board ?? {}));
  return Object.entries(settings).every(([name, value]) => board.get(name) === value);
}

/** A board's name as a company's code. @param {string} board */
const codeOf = (board) => slugOf(board, "company").slice(0, 27).replace(/-$/, "");
