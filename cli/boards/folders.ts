import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Board, CompanyFile, type Company } from "~/adapters/src/company-format";
import { parseBoardAddress, getSetup, SYSTEMS } from "~/adapters/src/system-settings";
import { slugify } from "~/contract/slug";
import { ROOT } from "~/scripts/local";
import { Stop } from "~/scripts/stop";
import { readJson } from "../company/files";
import { readText, shortPath } from "../company/text-file";
import { readTexts } from "../company/texts";
import { stableUuid } from "../job/ids";

export const COMPANIES_FOLDER = join(ROOT, "adapters", "companies");

/** A malformed company folder. The Worker returns an error for its URLs instead of a 404. */
export interface Invalid {
  code: string;
  uuid?: string | undefined;
  error: string;
}

type InFolder<T> = T & { folder: string };

export interface Companies {
  companies: InFolder<Company>[];
  invalid: InFolder<Invalid>[];
}

const ADD = `Add one: npx puerta boards add ${SYSTEMS[0]?.page}`;

/** Reads the companies in a folder. @throws {Stop} unless at least one is valid */
export async function readCompanies(folder = COMPANIES_FOLDER): Promise<Companies> {
  if (!existsSync(folder)) throw new Stop(`There is no folder ${shortPath(folder)}. ${ADD}`);
  const found = await readFolders(folder);
  if (found.companies.length > 0) return found;
  throw new Stop(listErrors(found.invalid) ?? `${shortPath(folder)} has no company. ${ADD}`);
}

/** Finds a company by code, or else by folder name. @throws {Stop} if its folder is malformed */
export function findCompany({ companies, invalid }: Companies, which: string) {
  const all = [...companies, ...invalid];
  const found =
    all.find(({ code }) => code === which) ?? all.find(({ folder }) => folder === which);
  if (found && "error" in found) throw new Stop(found.error);
  return found;
}

export async function readFolders(root: string): Promise<Companies> {
  const entries = await readdir(root, { withFileTypes: true });
  const all: Companies = { companies: [], invalid: [] };
  /** `company.json` files, by uuid and by code. */
  const taken = new Map<string, string>();
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const folder of folders.sort()) {
    const file = join(root, folder, "company.json");
    const errors: string[] = [];
    const company = await readCompany(join(root, folder), folder, errors);
    for (const key of ["uuid", "code"] as const) {
      const other = company && taken.get(company[key]);
      if (other === undefined) continue;
      errors.push(`${shortPath(file)}: ${key}: ${shortPath(other)} has the same: choose another`);
    }
    if (company && errors.length === 0) {
      all.companies.push({ ...company, folder });
      taken.set(company.uuid, file).set(company.code, file);
    } else {
      const text = await readText(file);
      const named = (key: string) => new RegExp(`"${key}"\\s*:\\s*"([\\w-]+)"`).exec(text)?.[1];
      const error = errors.join("\n  ");
      all.invalid.push({ code: named("code") ?? folder, uuid: named("uuid"), folder, error });
    }
  }
  return all;
}

export const listErrors = (invalid: readonly Invalid[]): string | undefined =>
  invalid.length === 0
    ? undefined
    : ["These companies cannot be served:", ...invalid.map(({ error }) => error)].join("\n  ");

async function readCompany(folder: string, code: string, errors: string[]) {
  const company = await readJson(join(folder, "company.json"), CompanyFile, errors, { code });
  const privacy_policy = await readText(join(folder, "privacy.md"), errors);
  const apply_page_css = await readText(join(folder, "brand.css"));
  const apply_page_js = await readText(join(folder, "brand.js"));
  const texts = await readTexts(folder, errors);
  return company && { ...company, privacy_policy, apply_page_css, apply_page_js, texts };
}

/** Parses `system:name`, or a public board's URL. @throws {Stop} for other strings */
export function parseBoard(text: string) {
  const [, system = "", board = ""] = /^([a-z]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  const written = parseBoardAddress(text) ?? parseBoardAddress(board) ?? { system, board };
  const parsed = Board.safeParse(written);
  if (parsed.success) return { ...written, board: parsed.data.board };
  const known = SYSTEMS.map(({ name, page }) => `  ${name}:acme  or  ${page}`);
  throw new Stop([`"${text}" is not a board. Use a board's name or address:`, ...known].join("\n"));
}

/** Returns a company without a brand or applications. The uuid depends only on the board. */
export function createCompany(text: string) {
  const settings = parseBoard(text);
  const { system, board } = settings;
  return {
    uuid: stableUuid(`puerta board ${system}:${board}`),
    code: slugify(board, "company").slice(0, 27).replace(/-$/, ""),
    name: board.charAt(0).toUpperCase() + board.slice(1).replace(/[-_]+/g, " "),
    language_default: "en",
    country: "us",
    board: { ...settings, apply: "off" },
  };
}

export const TRIAL_POLICY =
  "# Privacy\n\nThis site is being tried out. It does not accept applications and stores no data about you.\n";

/** Creates a company folder. Returns a warning about its board, if any. @throws {Stop} if it cannot be created */
export async function addCompany(root: string, text: string) {
  const { code, ...company } = createCompany(text);
  const folder = join(root, code);
  if (existsSync(folder)) {
    const todo =
      "Add the board elsewhere with --from FOLDER, then move the folder here under another name";
    throw new Stop(`${shortPath(folder)} exists already. ${todo}.`);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "company.json"), `${JSON.stringify(company, null, 2)}\n`);
  await writeFile(join(folder, "privacy.md"), TRIAL_POLICY);
  return { code, folder, warning: getSetup(company.board.system)?.advice?.({}) };
}

/** Lists a board's limitations, and facts that its API does not reveal. */
export function boardNotes(board: Board): string[] {
  const { toCheck = [], advice, readHint } = getSetup(board.system) ?? {};
  const lacks = advice?.(board);
  return [
    `Applying is ${board.apply}.`,
    ...(readHint === undefined ? [] : [`UNREADABLE? ${readHint}`]),
    ...(lacks === undefined ? [] : [`WARNING: ${lacks}.`]),
    ...toCheck.map((what) => `NOT KNOWN: ${what}.`),
  ];
}
