// What the commands of companies and jobs have in common: their arguments, and the addresses that they print.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { STATE, Stop } from "../local.mjs";

/** Where `npm start` runs the site, unless `PORT` says otherwise. */
const PORT = "8787";

/** Options that each command takes. */
export const COMMON = /** @type {const} */ ({
  remote: { type: "boolean", default: false },
  "persist-to": { type: "string" },
  url: { type: "string" },
  help: { type: "boolean", default: false },
});

export const COMMON_USAGE = `  --remote             the deployed platform instead of the local one
  --persist-to FOLDER  the local state folder (default: .wrangler/state)
  --url URL            where the site is, for the addresses that are printed
All files and options are described in docs/companies.md.`;

/**
 * Reads a command's arguments.
 *
 * @template {NonNullable<import("node:util").ParseArgsConfig["options"]>} const T
 * @param {T} options @param {string} usage
 * @param {number} [most] how many words it takes besides the options
 * @throws {Stop} that says what is wrong, and how the command is used
 */
export function read(options, usage, most = Infinity) {
  try {
    const read = parseArgs({ allowPositionals: true, options });
    const [extra] = read.positionals.slice(most);
    if (extra !== undefined) throw new Error(`"${extra}" is one word too many.`);
    return read;
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/**
 * Which platform is meant, and where its site is.
 *
 * @param {{ remote?: boolean | undefined, "persist-to"?: string | undefined, url?: string | undefined }} values
 * @param {string} usage
 */
export function placeOf({ remote = false, "persist-to": folder, url }, usage) {
  if (remote && folder !== undefined) {
    throw new Stop(`--persist-to is for the local platform only.\n\n${usage}`);
  }
  if (url !== undefined && (!URL.canParse(url) || !/^https?:/i.test(url))) {
    throw new Stop(`--url ${url} is no http(s) address.`);
  }
  const local = `http://localhost:${process.env.PORT ?? PORT}`;
  return {
    where: { persistTo: resolve(folder ?? STATE), remote },
    // A deployed site has an address that only its operator knows.
    site: (url ?? (remote ? "" : local)).replace(/\/+$/, ""),
  };
}

/** A file that was named where npm was called. @param {string} name */
export const named = (name) => resolve(process.env.INIT_CWD ?? process.cwd(), name);

/**
 * A company with its addresses, in words.
 *
 * @param {string} site its address
 * @param {{ name: string, languageDefault: string, careerSitePath: string, positionPath?: string | undefined }} company
 */
export const addresses = (site, { name, languageDefault, careerSitePath, positionPath }) => [
  `  ${name} (${languageDefault})`,
  `    career site  ${site}${careerSitePath}`,
  ...(positionPath === undefined ? [] : [`    a position   ${site}${positionPath}`]),
];

/** The day, in UTC, as the seed writes it. */
export const today = () => new Date().toISOString().slice(0, "2026-11-20".length);
