// The folders of the companies that the adapters are built with.
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Board, CompanyFile, type Company } from "../../adapters/src/company-format";
import { settingsAt, SYSTEMS } from "../../adapters/src/registry";
import { slugOf } from "../../contract/slug";
import { ROOT, Stop } from "../../scripts/local";
import { readJson, readText, shown } from "../company/files";
import { uuidOf } from "../job/ids";

/** Where the folders are, unless `--from` says otherwise. */
export const COMPANIES_FOLDER = join(ROOT, "adapters", "companies");

/** A folder that is wrong. The Worker answers for it with an error, not with a 404. */
export interface Faulty {
  code: string;
  uuid?: string;
  /** A line for each wrong file, with the field and how it is mended. */
  fault: string;
}

/** The folder's name, which is not always the company's code. */
type InFolder<T> = T & { folder: string };

export interface Companies {
  companies: InFolder<Company>[];
  faulty: InFolder<Faulty>[];
}

const ADD = `Add one: npx puerta boards add ${SYSTEMS[0]?.page}`;

/**
 * Reads every company of a folder. A wrong one does not stop the others.
 *
 * @throws {Stop} if none is right
 */
export async function readCompanies(folder = COMPANIES_FOLDER): Promise<Companies> {
  if (!existsSync(folder)) throw new Stop(`There is no folder ${shown(folder)}. ${ADD}`);
  const read = await readFolders(folder);
  if (read.companies.length > 0) return read;
  throw new Stop(faultsOf(read.faulty) ?? `${shown(folder)} has no company. ${ADD}`);
}

/**
 * The company that has a code, or else whose folder has this name.
 *
 * @throws {Stop} if its folder is wrong
 */
export function findCompany({ companies, faulty }: Companies, which: string) {
  const all = [...companies, ...faulty];
  const found =
    all.find(({ code }) => code === which) ?? all.find(({ folder }) => folder === which);
  if (found && "fault" in found) throw new Stop(found.fault);
  return found;
}

export async function readFolders(root: string): Promise<Companies> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const all: Companies = { companies: [], faulty: [] };
  /** Where each uuid and each code is from. */
  const taken = new Map<string, string>();
  for (const folder of folders.sort()) {
    const file = join(root, folder, "company.json");
    const faults: string[] = [];
    const company = await readCompany(join(root, folder), folder, faults);
    for (const key of ["uuid", "code"] as const) {
      const other = company && taken.get(company[key]);
      if (other === undefined) continue;
      faults.push(`${shown(file)}: ${key}: is the one of ${shown(other)}, too: choose another`);
    }
    if (company && faults.length === 0) {
      all.companies.push({ ...company, folder });
      taken.set(company.uuid, file).set(company.code, file);
    } else {
      const names = namesIn(await readText(file));
      all.faulty.push({ code: folder, ...names, folder, fault: faults.join("\n  ") });
    }
  }
  return all;
}

/** The faults of all wrong folders; undefined if there are none. */
export const faultsOf = (faulty: readonly Faulty[]): string | undefined =>
  faulty.length === 0
    ? undefined
    : ["These companies cannot be served:", ...faulty.map(({ fault }) => fault)].join("\n  ");

/** The names by which a wrong folder's company may be asked for. Its text may not even be JSON. */
function namesIn(text: string): { uuid?: string; code?: string } {
  const uuid = /"uuid"\s*:\s*"([0-9a-f-]{36})"/.exec(text)?.[1];
  const code = /"code"\s*:\s*"([^"]*)"/.exec(text)?.[1];
  return { ...(uuid !== undefined && { uuid }), ...(code !== undefined && { code }) };
}

async function readCompany(folder: string, code: string, faults: string[]) {
  const company = await readJson(join(folder, "company.json"), CompanyFile, faults, { code });
  const privacy_policy = await readText(join(folder, "privacy.md"), faults);
  const apply_page_css = await readText(join(folder, "brand.css"));
  const apply_page_js = await readText(join(folder, "brand.js"));
  return company && { ...company, privacy_policy, apply_page_css, apply_page_js };
}

/**
 * Reads `system:name`, or a public board's address.
 *
 * @throws {Stop} if it names no board of a known system
 */
export function boardOf(text: string) {
  const [, system = "", board = ""] = /^([a-z]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  const written = settingsAt(text) ?? settingsAt(board) ?? { system, board };
  const read = Board.safeParse(written);
  if (read.success) return { ...written, board: read.data.board };
  const known = SYSTEMS.map(({ name, page }) => `  ${name}:acme  or  ${page}`);
  throw new Stop([`"${text}" names no board. Write its name or its address:`, ...known].join("\n"));
}

/**
 * Creates a folder for a board, with a neutral brand and without applying. The same board gets the same
 * addresses each time.
 *
 * @param root in which the company's folder is created
 * @param address of the system, if not the usual one
 * @throws {Stop} if the folder is another board's
 */
export async function addCompany(root: string, text: string, address?: string) {
  const settings = boardOf(text);
  const { system, board } = settings;
  const code = slugOf(board, "company").slice(0, 27).replace(/-$/, "");
  const uuid = uuidOf(`puerta board ${system}:${board}`);
  const folder = join(root, code);
  const file = join(folder, "company.json");
  if (existsSync(file)) {
    if (await isOfBoard(file, settings)) return { code, uuid, folder };
    throw new Stop(
      `${shown(file)} exists already, and its board is not ${system}:${board}, or is wrong. ` +
        "Add it elsewhere (--from FOLDER), and move the folder here under another name.",
    );
  }
  await mkdir(folder, { recursive: true });
  const company = {
    uuid,
    name: board.charAt(0).toUpperCase() + board.slice(1).replace(/[-_]+/g, " "),
    language_default: "en",
    country: "us",
    board: { ...settings, apply: "off", ...(address !== undefined && { address }) },
  };
  await writeFile(file, `${JSON.stringify(company, null, 2)}\n`);
  const policy =
    "This site is being tried out. It takes no applications and stores nothing of you.";
  await writeFile(join(folder, "privacy.md"), `# Privacy\n\n${policy}\n`);
  return { code, uuid, folder };
}

async function isOfBoard(file: string, settings: Record<string, string>): Promise<boolean> {
  const company = await readJson(file, z.object({ board: Board }), []);
  const board = new Map<string, unknown>(Object.entries(company?.board ?? {}));
  return Object.entries(settings).every(([name, value]) => board.get(name) === value);
}
