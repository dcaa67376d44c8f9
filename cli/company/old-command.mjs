// `npm run company`: makes, lists, checks, updates and removes companies (docs/companies.md).
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "../../contract/languages";
import { runCommand } from "../../scripts/arguments.mjs";
import { cssWarnings } from "./brand-check.mjs";
import { contrastWarnings, readable } from "./brand-contrast.mjs";
import { agrees, ask, isTerminal } from "./ask.mjs";
import { companiesAt, companyAt } from "./database.mjs";
import { companyIn, folderOf } from "./folder.mjs";
import { likelyLanguage, placeFor, READ, writeCompany } from "./new.mjs";
import { addresses, COMMON, COMMON_USAGE, named, placeOf, today } from "./options.mjs";
import { applicationsOf, fileKeys, removeCompany } from "./remove.mjs";
import { unpublished } from "./unpublished.mjs";
import { databaseFiles, Stop } from "../../scripts/local.mjs";
import { shown } from "./files.mjs";
import { companyFacts, execute, migrate, put } from "../../scripts/seed.mjs";

const USAGE = `npm run company -- COMMAND [options]
  new               makes a company's folder and puts it on the platform; asks what is not an option:
    --name NAME  --country gb  --language ${LANGUAGES.join("|")}  --colour #0f5c4a
    --logo FILE  --picture FILE   an https address, or a file, which is copied into public
    --about TEXT      what the career site says of the company
    --slug SLUG       how its addresses begin (default: made of the name)
    --folder FOLDER   where its files are (default: companies/SLUG)
  list              the companies that the platform has, with their addresses
  check COMPANY     what is wrong with a company's files, and what is still to be written
  update COMPANY    brings the platform up to date with a company's files: all but its jobs
  remove COMPANY    removes a company with its jobs and all applications; asks first
    --yes             does not ask
COMPANY is a folder or a slug in companies/; for remove, a code or uuid of the platform.
${COMMON_USAGE}`;

const OPTIONS = /** @type {const} */ ({
  ...COMMON,
  name: { type: "string" },
  country: { type: "string" },
  language: { type: "string" },
  colour: { type: "string" },
  logo: { type: "string" },
  picture: { type: "string" },
  about: { type: "string" },
  slug: { type: "string" },
  folder: { type: "string" },
  yes: { type: "boolean", default: false },
});

/** @typedef {{ [K in keyof typeof OPTIONS]?: string | boolean }} Values */
/** @typedef {ReturnType<typeof placeOf>} Place */

const COMMAND = { usage: USAGE, options: OPTIONS, most: 2 };

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const [command, which] = positionals;
  const place = placeOf(values, USAGE);
  if (command === "new" && which === undefined) return makeNew(values, place);
  if (command === "list" && which === undefined) return list(place);
  if (command === "check" && which !== undefined) return check(folderOf(which));
  if (command === "update" && which !== undefined) return bringUp(folderOf(which), place);
  if (command === "remove" && which !== undefined) return remove(which, values.yes, place);
  const fault =
    command === undefined
      ? "Say what is to be done."
      : /^(check|update|remove)$/.test(command)
        ? "Say which company."
        : `There is no command "${[command, which].join(" ").trim()}".`;
  throw new Stop(`${fault}\n\n${USAGE}`);
});

/**
 * @param {Partial<Record<"name" | "country" | "language" | "colour" | "logo" | "picture" | "about" | "slug" | "folder", string | undefined>>} values
 * @param {Place} place
 */
async function makeNew(values, { where, site }) {
  const missing = /** @type {const} */ (["name", "country", "language", "colour"]).filter(
    (one) => values[one] === undefined,
  );
  if (missing.length > 0 && !isTerminal()) {
    const options = missing.map((one) => `--${one}`).join(", ");
    throw new Stop(`Without a terminal nothing can be asked. Missing: ${options}.\n\n${USAGE}`);
  }
  /**
   * @template T
   * @param {keyof typeof READ} option @param {string} question @param {(text: string) => T | Promise<T>} as
   * @param {string} [usual]
   */
  const answer = (option, question, as, usual) =>
    values[option] === undefined ? ask(question, as, usual) : given(option, values[option], as);
  const name = await answer("name", "Name of the company", READ.name);
  const slug = values.slug === undefined ? undefined : await given("slug", values.slug, READ.slug);
  const country = await answer("country", "Country, as two letters (gb, es, mx, …)", READ.country);
  const language = await answer(
    "language",
    `Language of its pages (${LANGUAGES.join(", ")})`,
    READ.language,
    likelyLanguage(country),
  );
  const colour = await answer("colour", "Its colour", READ.colour, "#1f4f82");
  /** @param {"logo" | "picture" | "about"} option @param {string} question */
  const mayAnswer = async (option, question) =>
    values[option] !== undefined || isTerminal()
      ? answer(option, question, READ[option], "")
      : undefined;
  const logo = await mayAnswer("logo", "Its logo: a file or an https address (Enter: none)");
  const picture = await mayAnswer("picture", "A wide picture, the same (Enter: none)");
  const about = await mayAnswer("about", "About the company, in plain text (Enter to skip)");

  const at = await placeFor({
    name,
    ...(slug === undefined ? {} : { slug }),
    ...(values.folder === undefined ? {} : { folder: named(values.folder) }),
  });
  await refuseTaken(at.slug, where);
  const asked = { name, country, language, colour, logo, picture, about };
  await writeCompany(asked, at.slug, at.folder, today());
  const darker = readable(colour);
  if (darker !== colour) {
    console.log(
      `Links in ${colour} are hard to read. Browsers since 2024 get a darker shade by themselves; ${darker} reads well in all.`,
    );
  }
  console.log(`${shown(at.folder)} has the company's files. Putting it on the platform …`);
  const company = await companyIn(at.folder);
  await migrate(where);
  await execute(where, put(company));
  console.log(`\n${addresses(site, companyFacts(company)).join("\n")}\n`);
  const local = where.remote ? "" : "Run the site:       npm start\n";
  const folder = shown(at.folder);
  console.log(
    `${local}Another job:        npm run job -- new ${company.code}
Its looks:          npm run brand -- ${folder}

${openBlanks(company, at.folder).join("\n")}
Then:               npm run company -- update ${folder}`,
  );
}

/**
 * @template T
 * @param {string} option @param {string} text @param {(text: string) => T | Promise<T>} as
 */
async function given(option, text, as) {
  try {
    return await as(text);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new Stop(`--${option} ${text}: ${fault.replace(/\.$/, "")}.`);
  }
}

/** @param {string} code @param {Place["where"]} where */
async function refuseTaken(code, where) {
  if (!where.remote && (await databaseFiles(where.persistTo)).length === 0) return;
  await migrate(where);
  const other = (await companiesAt(where)).find((company) => company.code === code);
  if (other) {
    throw new Stop(
      `The platform has a company ${code} already (${other.name}). Choose another slug: --slug SLUG`,
    );
  }
}

/** @param {Place} place */
async function list({ where, site }) {
  const companies = await companiesAt(where);
  if (companies.length === 0) {
    console.log("The platform has no company yet. Make one: npm run company -- new");
    return;
  }
  for (const company of companies) {
    const { code, uuid, open, closed } = company;
    const jobs = `${open} open ${open === 1 ? "job" : "jobs"}, ${closed} closed`;
    console.log([...addresses(site, company), `    ${code}, ${uuid}: ${jobs}`].join("\n"));
  }
}

/** @param {import("./files.mjs").SeedCompany} company @param {string} folder */
function openBlanks({ name, code, privacy_policy: policy }, folder) {
  return unpublished({ name, code, policy, file: join(folder, "privacy.md") });
}

/** @param {string} folder */
async function check(folder) {
  const company = await companyIn(folder);
  const brand = join(folder, "brand.css");
  const css = existsSync(brand) ? await readFile(brand, "utf8") : "";
  const found = [
    ...openBlanks(company, folder),
    ...[...cssWarnings(css, []), ...contrastWarnings(css)].map(
      ({ line, text }) => `${shown(brand)}:${line}: ${text}`,
    ),
  ];
  if (found.length === 0) {
    console.log(`${shown(folder)} is right.`);
    return;
  }
  console.log(found.join("\n"));
  process.exitCode = 1;
}

/** @param {string} folder @param {Place} place */
async function bringUp(folder, { where, site }) {
  const company = await companyIn(folder);
  await migrate(where);
  await execute(where, put(company));
  const lines = [...addresses(site, companyFacts(company)), ...openBlanks(company, folder)];
  console.log([...lines, "Pages that are kept follow within a minute."].join("\n"));
}

/** @param {string} which @param {boolean} isSure @param {Place} place */
async function remove(which, isSure, { where }) {
  const company = await companyAt(where, which);
  const applications = await applicationsOf(where, company.uuid);
  const { name, code, open, closed } = company;
  const files = applications.flatMap(fileKeys).length;
  const what = `${name} (${code}), its ${open + closed} jobs, and ${applications.length} applications with ${files} files`;
  if (!isSure) {
    if (!isTerminal()) throw new Stop(`This would remove ${what}. To do it, add --yes.`);
    if (!(await agrees(`Remove ${what}, for good?`, "n"))) throw new Stop("Nothing was removed.");
  }
  await removeCompany(where, company.uuid, applications);
  console.log(`Removed ${what}. Files on this machine, such as companies/${code}, stay.`);
}
