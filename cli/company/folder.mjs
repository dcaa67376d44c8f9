// Finds and reads a company's folder.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { Stop } from "../../scripts/local.mjs";
import { readCompany, shown } from "./files.mjs";
import { COMPANIES } from "./new.mjs";
import { named } from "./options.mjs";

/** A company's folder; undefined if there is none. @param {string} which a folder, or a slug in `companies` */
export const findFolder = (which) =>
  [named(which), join(COMPANIES, which)].find((one) => existsSync(join(one, "company.json")));

/** @param {string} which @throws {Stop} when there is none */
export function folderOf(which) {
  const folder = findFolder(which);
  if (folder !== undefined) return folder;
  throw new Stop(
    `${which} is no folder with a company.json, and companies/ has none of that name. Make one: npm run company -- new`,
  );
}

/** @param {string} folder @throws {Stop} that lists what is wrong in its files */
export async function companyIn(folder) {
  /** @type {string[]} */
  const problems = [];
  const company = await readCompany(folder, basename(folder), problems);
  if (!company || problems.length > 0) {
    throw new Stop(`${shown(folder)} is wrong (docs/companies.md):\n  ${problems.join("\n  ")}`);
  }
  return company;
}
