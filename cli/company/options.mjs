// What the commands of companies and jobs have in common: their arguments, and the addresses that they print.
import { resolve } from "node:path";
import { WHERE_OPTIONS, WHERE_USAGE, whereOf } from "../../scripts/arguments.mjs";
import { Stop } from "../../scripts/local.mjs";

/** Where `npm start` runs the site, unless `PORT` says otherwise. */
const PORT = "8787";

/** Options that each command takes. */
export const COMMON = /** @type {const} */ ({ ...WHERE_OPTIONS, url: { type: "string" } });

export const COMMON_USAGE = `${WHERE_USAGE}
  --url URL            where the site is, for the addresses that are printed
All files and options are described in docs/companies.md.`;

/**
 * Which platform is meant, and where its site is.
 *
 * @param {{ remote?: boolean | undefined, env?: string | undefined, "persist-to"?: string | undefined, url?: string | undefined }} values
 * @param {string} usage
 */
export function placeOf({ url, ...values }, usage) {
  const where = whereOf(values, usage);
  if (url !== undefined && (!URL.canParse(url) || !/^https?:/i.test(url))) {
    throw new Stop(`--url ${url} is no http(s) address.`);
  }
  const local = `http://localhost:${process.env.PORT ?? PORT}`;
  // A deployed site has an address that only its operator knows.
  return { where, site: (url ?? (where.remote ? "" : local)).replace(/\/+$/, "") };
}

/** A file that was named where npm was called. @param {string} name */
export const named = (name) => resolve(process.env.INIT_CWD ?? process.cwd(), name);

/**
 * A company with its addresses, in words.
 *
 * @param {string} site its address
 * @param {{ name: string, language_default: string, careerSitePath: string, positionPath?: string | undefined }} company
 */
export const addresses = (site, { name, language_default, careerSitePath, positionPath }) => [
  `  ${name} (${language_default})`,
  `    career site  ${site}${careerSitePath}`,
  ...(positionPath === undefined ? [] : [`    a position   ${site}${positionPath}`]),
];

/** The day, in UTC, as the seed writes it. */
export const today = () => new Date().toISOString().slice(0, "2026-11-20".length);
