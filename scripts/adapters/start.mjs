// `npm start -- --board greenhouse:acme`: the site in front of a company's real board, for a look.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ADAPTERS_CONFIG, ensureAdapterSecrets, ROOT } from "../local.mjs";
import { buildAdapters } from "./bundle.mjs";
import { COMPANIES_FOLDER, makeCompany, readCompanies } from "./companies.mjs";

/** Where folders are that were made for a look. */
const LOOKS = join(ROOT, ".wrangler", "boards");

/**
 * How the site is run in front of a board: of a company of `adapters/companies`, by its code, or of any
 * board, such as `greenhouse:acme`, with a neutral brand. Jobs are read live; applications to a board
 * without a folder of its own are refused.
 *
 * @param {string} text @param {string[]} args more arguments for wrangler
 * @returns {Promise<import("../start.mjs").RunOptions>}
 */
export async function atBoard(text, args) {
  const company = text.includes(":") ? await lookedAt(text) : await ofOwn(text);
  await ensureAdapterSecrets();
  await buildAdapters([company]);
  const path = `/${company.code}/${company.uuid}`;
  return {
    args: ["--env", "boards", ...args],
    platform: ADAPTERS_CONFIG,
    onSeeded: () => Promise.resolve({ HOME_PATH: path }),
    text: (url) =>
      Promise.resolve(
        [
          "",
          `Puerta runs on ${url}`,
          "",
          `  ${company.name}, live from ${company.board.system}:${company.board.board}`,
          `    career site  ${url}${path}`,
          "",
          company.board.apply === "on"
            ? "Applications are POSTED to the company's system."
            : 'Applications are refused, until the company\'s folder says "apply": "on" (docs/boards.md).',
          "Stop:              Ctrl+C",
          "",
        ].join("\n"),
      ),
  };
}

/** @param {string} text such as `greenhouse:acme` */
async function lookedAt(text) {
  const address = process.env.BOARD_ADDRESS;
  const folder = join(LOOKS, text.replace(/[^A-Za-z0-9]+/g, "-"));
  await rm(folder, { recursive: true, force: true });
  await makeCompany(folder, text, address === undefined ? {} : { address });
  const [company] = await readCompanies(folder);
  if (!company) throw new Error("the folder that was made is empty");
  return company;
}

/** @param {string} code */
async function ofOwn(code) {
  const companies = await readCompanies(COMPANIES_FOLDER);
  return companies.find((company) => company.code === code) ?? lookedAt(code);
}
