// `npm run adapters`: boards of systems that companies have already (docs/boards.md).
import { resolve } from "node:path";
import { buildAdapters } from "./bundle.mjs";
import { checkBoard } from "./check.mjs";
import {
  COMPANIES_FOLDER,
  faultsOf,
  findCompany,
  makeCompany,
  readCompanies,
} from "./companies.mjs";
import { misused, runCommand } from "../../scripts/arguments.mjs";
import { Stop } from "../../scripts/local.mjs";
import { shown } from "../company/files";

const USAGE = `npm run adapters -- COMMAND [--from FOLDER]
  new BOARD          makes a company's folder; BOARD is SYSTEM:NAME, or the public board's address
  check COMPANY      reads a board as the site would, and says what maps and what does not
  build              writes adapters/build, for a deployment
  --from FOLDER      the companies' folders (default: adapters/companies)
  --most NUMBER      how many positions are checked (default: 50; each is one call to the system)`;

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    from: { type: "string" },
    most: { type: "string", default: "50" },
  }),
  most: 2,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const [command, which] = positionals;
  if (command === undefined) throw misused("Say what is to be done.", USAGE);
  const folder = values.from === undefined ? COMPANIES_FOLDER : resolve(values.from);
  const most = Number(values.most);
  if (!Number.isInteger(most) || most < 1) throw misused("--most is a number of positions.", USAGE);
  if (command === "build") {
    if (which !== undefined) throw misused(`"${which}" is one word too many.`, USAGE);
    return build(folder);
  }
  if (command === "new") {
    if (which === undefined) throw misused("Say which board, by its address.", USAGE);
    return makeNew(folder, which);
  }
  if (command !== "check") throw misused(`There is no command "${command}".`, USAGE);
  if (which === undefined) throw misused("Say which company.", USAGE);
  return check(folder, which, most);
});

/** @param {string} folder @param {string} board */
async function makeNew(folder, board) {
  const made = await makeCompany(folder, board);
  console.log(
    `${shown(made.folder)} is there. Write its name, its brand and its policy, and then:\n` +
      `  npm run adapters -- check ${made.code}`,
  );
}

/** @param {string} folder @param {string} [file] where the Worker is written */
export async function build(folder, file) {
  const { companies, faulty } = await readCompanies(folder);
  await buildAdapters([...companies, ...faulty], file);
  console.log(`Built with ${companies.map(({ code }) => code).join(", ")}.`);
  warnOf(faulty);
}

/** @param {import("./companies.mjs").Faulty[]} faulty */
function warnOf(faulty) {
  const faults = faultsOf(faulty);
  if (faults !== undefined) console.warn(faults);
}

/**
 * @param {string} folder @param {string} which @param {number} most
 * @param {typeof checkBoard} [read] reads the company's board
 */
export async function check(folder, which, most, read = checkBoard) {
  const all = await readCompanies(folder);
  const company = findCompany(all, which);
  if (!company) {
    const codes = all.companies.map(({ code }) => code).join(", ");
    throw new Stop(`There is no company ${which} in ${shown(folder)}. There is: ${codes}.`);
  }
  warnOf(all.faulty);
  const report = await read(company, { most });
  console.log(report.text);
  if (!report.isRight) process.exitCode = 1;
}
