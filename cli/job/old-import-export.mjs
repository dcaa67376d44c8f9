// `npm run platform`: imports a company's jobs from a table or a JSON file, and exports them (docs/companies.md).
import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { runCommand } from "../../scripts/arguments.mjs";
import { companyAt, otherPositions, positionsOf, update } from "../company/database.mjs";
import { htmlText } from "./description.mjs";
import { planImport } from "./import.mjs";
import { factsOf } from "./job.mjs";
import { inWords, readJsonList } from "./located.mjs";
import { COMMON, COMMON_USAGE, named, placeOf, today } from "../company/options.mjs";
import { readTable, writeTable } from "./table.mjs";
import { Stop } from "../../scripts/local.mjs";
import { execute, insert } from "../../scripts/seed.mjs";

const USAGE = `npm run platform -- COMMAND --company COMPANY [options]
  import FILE       adds and updates a company's jobs from a .csv or .json file: all of them, or none
    --skip-bad        leaves out jobs that have a fault, and imports the others
    --close-missing   closes jobs that the file does not have
    --dry-run         says what would be done
  export            writes all jobs of a company, so that an import takes them again
    --format csv      or json
    --out FILE        to a file, and not to stdout
COMPANY is a code or a uuid: see npm run company -- list
${COMMON_USAGE}`;

const OPTIONS = /** @type {const} */ ({
  ...COMMON,
  company: { type: "string" },
  format: { type: "string" },
  out: { type: "string" },
  "skip-bad": { type: "boolean", default: false },
  "close-missing": { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
});

/** @typedef {import("../company/database.mjs").Company} Company */
/** @typedef {import("../../scripts/seed.mjs").Where} Where */
/** @typedef {{ skipBad: boolean, closeMissing: boolean, dryRun: boolean }} Choice */

/**
 * What a file of jobs says.
 *
 * @param {string} file by the name that was given
 * @throws {Stop} when it cannot be read as text
 */
async function readEntries(file) {
  const ending = extname(file).toLowerCase();
  if (ending !== ".csv" && ending !== ".json") {
    throw new Stop(`${file} must end in .csv or .json (docs/companies.md#tables-of-jobs).`);
  }
  const bytes = await readFile(named(file)).catch(() => undefined);
  if (!bytes) throw new Stop(`There is no file ${file}.`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Stop(`${file} is not text in UTF-8. In a spreadsheet, save it as "CSV UTF-8".`);
  }
  return ending === ".csv" ? readTable(text) : readJsonList(text);
}

/**
 * Imports a file of jobs.
 *
 * @param {Where} where @param {Company} company @param {string} file @param {Choice} choice
 * @returns {Promise<string[]>} what was done, in words
 * @throws {Stop} with every fault, when nothing was imported
 */
export async function importJobs(where, company, file, { skipBad, closeMissing, dryRun }) {
  const { entries, faults } = await readEntries(file);
  if (faults.length > 0) {
    const said = faults.map((fault) => inWords(file, fault)).join("\n");
    throw new Stop(`${said}\nNothing was imported.`);
  }
  const own = await positionsOf(where, company.uuid);
  const ids = new Set(own.map(({ uuid }) => uuid));
  // Only an id that somebody wrote can be another company's.
  const isNew = entries.some(
    ({ facts: { id } }) => typeof id === "string" && !ids.has(id.trim().toLowerCase()),
  );
  const others = isNew ? await otherPositions(where, company.uuid) : new Set();
  const plan = planImport(entries, company, { own, others }, today());
  const said = plan.faults
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map((fault) => inWords(file, fault));
  if (said.length > 0 && !skipBad) {
    const fault = `${plan.bad} of ${entries.length} jobs ${plan.bad === 1 ? "has" : "have"} a fault`;
    const hint = "--skip-bad imports the others.";
    throw new Stop(`${said.join("\n")}\nNothing was imported: ${fault}. ${hint}`);
  }
  const closing = closeMissing ? plan.missing : [];
  if (!dryRun) {
    await execute(where, [
      ...plan.added.map((columns) => insert("positions", columns, false, file)),
      ...plan.changed.map(({ uuid, changed }) => update(uuid, changed)),
      ...closing.map(({ uuid }) => update(uuid, { status: "closed" })),
    ]);
  }
  const { added, changed, same, missing } = plan;
  const stays = missing.length > closing.length ? missing.length : 0;
  return [
    ...said,
    `${dryRun ? "Would import" : "Imported"} ${countJobs(added.length + changed.length + same)} of ${company.name}: ${added.length} new, ${changed.length} changed, ${same} as they were.`,
    ...(plan.bad > 0 ? [`Left out: ${plan.bad}, which have the faults above.`] : []),
    ...(closing.length > 0
      ? [`${dryRun ? "Would close" : "Closed"} ${closing.length} that the file does not have.`]
      : []),
    ...(stays > 0
      ? [`${stays} open jobs are not in the file, and stay. --close-missing closes them.`]
      : []),
  ];
}

/** @param {number} count */
const countJobs = (count) => `${count} ${count === 1 ? "job" : "jobs"}`;

/**
 * All jobs of a company, as a file that can be imported.
 *
 * @param {Where} where @param {Company} company @param {"csv" | "json"} format
 */
export async function exportJobs(where, company, format) {
  const jobs = (await positionsOf(where, company.uuid)).map(factsOf);
  if (format === "csv") return writeTable(jobs);
  const texts = jobs.map(({ description, ...facts }) => ({
    ...facts,
    ...(typeof description === "string" && { description: htmlText(description) }),
  }));
  return `${JSON.stringify(texts, null, 2)}\n`;
}

/** @param {string | undefined} format @param {string | undefined} out */
function formatOf(format, out) {
  const text = format ?? (out === undefined ? "csv" : extname(out).slice(1));
  const known = /** @type {const} */ (["csv", "json"]).find((one) => one === text.toLowerCase());
  if (known) return known;
  throw new Stop(`--format is csv or json${format === undefined ? ", as --out must end" : ""}.`);
}

const COMMAND = { usage: USAGE, options: OPTIONS, most: 2 };

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const [command, file] = positionals;
  const isImport = command === "import" && file !== undefined;
  if (!isImport && (command !== "export" || file !== undefined)) {
    throw new Stop(
      `${command === "import" ? "Say which file." : "Say import FILE, or export."}\n\n${USAGE}`,
    );
  }
  if (values.company === undefined) throw new Stop(`Say which company: --company CODE\n\n${USAGE}`);
  const { "skip-bad": skipBad, "close-missing": closeMissing, "dry-run": dryRun } = values;
  if (skipBad && closeMissing) {
    throw new Stop(
      "--skip-bad and --close-missing do not go together: a job with a fault would be closed as missing.",
    );
  }
  const format = formatOf(values.format, values.out);
  const { where } = placeOf(values, USAGE);
  const company = await companyAt(where, values.company);
  if (isImport) {
    const choice = { skipBad, closeMissing, dryRun };
    console.log((await importJobs(where, company, file, choice)).join("\n"));
    return;
  }
  const text = await exportJobs(where, company, format);
  if (values.out === undefined) process.stdout.write(text);
  else {
    await writeFile(named(values.out), text);
    console.log(
      `${values.out} has ${countJobs(company.open + company.closed)} of ${company.name}.`,
    );
  }
});
