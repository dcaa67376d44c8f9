// `npm start -- --board`: the site in front of companies' real boards.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ADAPTERS_CONFIG, ensureAdapterSecrets, ROOT } from "../../scripts/local.mjs";
import { buildAdapters } from "./bundle.mjs";
import {
  COMPANIES_FOLDER,
  faultsOf,
  findCompany,
  makeCompany,
  readCompanies,
  readFolders,
} from "./companies.mjs";

/** Where folders are that were made for a look. */
const LOOKS = join(ROOT, ".wrangler", "boards");

/**
 * How the site is run in front of boards: those of all folders of `adapters/companies`; that of one, by
 * its code or its folder's name; or any board, by its name or its address, with a neutral brand. Jobs are read live;
 * applications to a board without a folder of its own are refused.
 *
 * @param {string} text empty for all folders @param {string[]} args more arguments for wrangler
 * @returns {Promise<import("../../scripts/start.mjs").RunOptions>}
 */
export async function atBoard(text, args) {
  const { companies, faulty } = await companiesAt(text);
  await ensureAdapterSecrets();
  await buildAdapters([...companies, ...faulty]);
  const [only, another] = companies;
  return {
    args: ["--env", "boards", ...args],
    platform: ADAPTERS_CONFIG,
    onSeeded: () => Promise.resolve(only && !another ? { HOME_PATH: pathOf(only) } : {}),
    text: (url) => Promise.resolve(welcome(url, companies, faulty)),
  };
}

/** @param {import("./companies.mjs").Company} company */
const pathOf = ({ code, uuid }) => `/${code}/${uuid}`;

/**
 * What is printed once the site runs.
 *
 * @param {string} url
 * @param {readonly import("./companies.mjs").Company[]} companies
 * @param {readonly import("./companies.mjs").Faulty[]} faulty
 */
export function welcome(url, companies, faulty) {
  const faults = faultsOf(faulty);
  return [
    "",
    `Puerta runs on ${url}`,
    "",
    ...companies.flatMap((company) => [
      `  ${company.name}, live from ${company.board.system}:${company.board.board}`,
      `    career site   ${url}${pathOf(company)}`,
      company.board.apply === "on"
        ? "    applications  are POSTED to the company's system"
        : '    applications  are refused, until the folder says "apply": "on" (docs/boards.md)',
    ]),
    "",
    ...(faults === undefined ? [] : [faults, ""]),
    "Stop:              Ctrl+C",
    "",
  ].join("\n");
}

/**
 * The companies that are served: all of the folder; one, by its code or its folder's name; or any board.
 *
 * @param {string} text as for {@link atBoard}
 * @param {{ folder?: string, looks?: string }} [folders] of companies, and of those made for a look
 * @returns {Promise<import("./companies.mjs").Companies>}
 */
export async function companiesAt(text, { folder = COMPANIES_FOLDER, looks = LOOKS } = {}) {
  if (text === "") return readCompanies(folder);
  const own = existsSync(folder) ? findCompany(await readFolders(folder), text) : undefined;
  return own ? { companies: [own], faulty: [] } : lookedAt(text, looks);
}

/** @param {string} text a board, by its name or its address @param {string} looks */
async function lookedAt(text, looks) {
  const address = process.env.BOARD_ADDRESS;
  const folder = join(looks, text.replace(/[^A-Za-z0-9]+/g, "-"));
  await rm(folder, { recursive: true, force: true });
  await makeCompany(folder, text, address === undefined ? {} : { address });
  return readCompanies(folder);
}
