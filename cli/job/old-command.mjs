// `npm run job`: makes, edits, opens, closes and lists a company's jobs on the platform (docs/companies.md).
import { randomUUID } from "node:crypto";
import { fstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { runCommand } from "../../scripts/arguments.mjs";
import { companyAt, otherPositions, positionsOf, update } from "../company/database.mjs";
import { edited } from "./editor.mjs";
import { changesOf } from "./import.mjs";
import { factsOf, KEPT, positionOf, readJob } from "./job.mjs";
import { isUnwritten, jobText } from "./job-text.mjs";
import { inWords, readMarkdown } from "./located.mjs";
import { COMMON, COMMON_USAGE, named, placeOf, today } from "../company/options.mjs";
import { Stop } from "../../scripts/local.mjs";
import { columnsOf, execute, insert } from "../../scripts/seed.mjs";

const USAGE = `npm run job -- COMMAND COMPANY [JOB] [options]
  list COMPANY           its jobs
  new COMPANY            opens an editor on a new job, and publishes it
  edit COMPANY JOB       opens an editor on a job
    --file FILE          takes the text from a file instead; - is stdin, as is what is piped in
  open COMPANY JOB …     candidates can apply (again)
  close COMPANY JOB …    takes jobs off the list
COMPANY is a code or a uuid; JOB a slug, a uuid or a reference: see npm run job -- list COMPANY
The editor is $VISUAL or $EDITOR.
${COMMON_USAGE}`;

/** @typedef {import("../company/database.mjs").Company} Company */
/** @typedef {import("./job.mjs").Row} Row */
/** @typedef {import("./located.mjs").Fault} Fault */
/** @typedef {ReturnType<typeof placeOf>} Place */

/** The commands, and how many jobs each takes. @type {Record<string, [least: number, most: number]>} */
const COMMANDS = {
  list: [0, 0],
  new: [0, 0],
  edit: [1, 1],
  open: [1, Infinity],
  close: [1, Infinity],
};

/**
 * What a file says of a job, as a position's columns.
 *
 * @param {string} text @param {Company} company @param {Row} [row] of the job that it is about
 * @returns {{ value: Record<string, unknown>, faults: [] } | { value?: undefined, faults: Fault[] }}
 */
function columnsIn(text, company, row) {
  const { entry, faults: broken } = readMarkdown(text);
  if (broken.length > 0) return { faults: broken };
  const known = row && factsOf(row);
  const before = known
    ? Object.fromEntries([...KEPT, "description"].map((name) => [name, known[name]]))
    : { country: company.country ?? undefined, published_at: today() };
  const { job, faults } = readJob(entry, before);
  if (!job) return { faults };
  const at = (/** @type {string} */ what, /** @type {string} */ message) => ({
    faults: [{ ...entry.at([what]), what, message }],
  });
  if (isUnwritten(String(entry.facts.description))) return at("description", "is not written yet");
  if (row && job.id?.toLowerCase() !== row.uuid) {
    return at("id", `is not this job's, which is ${row.uuid}: leave it out`);
  }
  const id = job.id?.toLowerCase() ?? randomUUID();
  return { value: columnsOf(positionOf({ ...job, id }), company.uuid), faults: [] };
}

/** Whether something is piped in. */
function isPiped() {
  const stdin = fstatSync(0);
  return stdin.isFIFO() || stdin.isFile() || stdin.isSocket();
}

/** @param {string | undefined} file @returns {Promise<{ name: string, text: string } | undefined>} */
async function given(file) {
  if (file === "-" || (file === undefined && isPiped())) {
    return { name: "stdin", text: await readAll(process.stdin) };
  }
  if (file === undefined) return undefined;
  const text = await readFile(named(file), "utf8").catch(() => undefined);
  if (text === undefined) throw new Stop(`There is no file ${file}.`);
  return { name: file, text };
}

/**
 * The columns that a person wants a job to have: from a file, or from an editor.
 *
 * @param {string | undefined} file @param {Company} company @param {Row} [row]
 */
async function wanted(file, company, row) {
  const source = await given(file);
  const check = (/** @type {string} */ text) => columnsIn(text, company, row);
  if (source) {
    const { value, faults } = check(source.text);
    if (value) return value;
    throw new Stop(faults.map((fault) => inWords(source.name, fault)).join("\n"));
  }
  const above = [
    row ? `${row.name}, a job of ${company.name}.` : `A new job of ${company.name}.`,
    "Lines that begin with # say nothing: take the # away from what you want to say.",
    "docs/companies.md#a-job describes each fact.",
  ];
  const name = `${company.code}-${row ? row.slug : "new"}`;
  const again = row ? `edit ${company.code} ${row.uuid}` : `new ${company.code}`;
  return edited(
    name,
    jobText(above, row ? { ...factsOf(row), id: undefined } : {}),
    check,
    (kept) => `npm run job -- ${again} --file ${kept}`,
  );
}

/** @param {Company} company @param {Place} place @param {string | undefined} file */
async function makeNew(company, { where, site }, file) {
  const columns = await wanted(file, company);
  const id = String(columns.uuid);
  if ((await otherPositions(where, company.uuid)).has(id)) {
    throw new Stop(
      `The id ${id} is of another company's job. Leave the line out: a new job gets one.`,
    );
  }
  const rows = await positionsOf(where, company.uuid);
  if (rows.some(({ uuid }) => uuid === id)) {
    throw new Stop(`The job ${id} is there already: npm run job -- edit ${company.code} ${id}`);
  }
  await execute(where, [insert("positions", columns, false, "the job")]);
  console.log(
    `${String(columns.name)} is ${String(columns.status)}:\n  ${site}/${company.code}/${String(columns.slug)}/${id}`,
  );
}

/** @param {Company} company @param {Place} place @param {Row} row @param {string | undefined} file */
async function edit(company, { where, site }, row, file) {
  const changed = changesOf(row, await wanted(file, company, row));
  if (Object.keys(changed).length === 0) {
    console.log(`${row.name} is as it was.`);
    return;
  }
  await execute(where, [update(row.uuid, changed)]);
  const slug = textOr(row.slug, changed.slug);
  console.log(
    `${textOr(row.name, changed.name)} has changed:\n  ${site}/${company.code}/${slug}/${row.uuid}`,
  );
}

/** @param {string} usual @param {unknown} value */
const textOr = (usual, value) => (typeof value === "string" ? value : usual);

/** @param {Row[]} rows */
const listed = (rows) =>
  rows
    .map(({ status, slug, name, location, facts }) => {
      const reference = textOr("", facts.identifier);
      return `  ${status.padEnd(6)}  ${slug}  (${name}, ${location}${reference && `, ${reference}`})`;
    })
    .join("\n");

/** @param {Row[]} rows @param {string} which @param {Company} company */
function jobIn(rows, which, { code }) {
  const found = rows.filter(
    ({ uuid, slug, facts }) =>
      uuid === which.toLowerCase() || slug === which || facts.identifier === which,
  );
  const [row] = found;
  if (!row)
    throw new Stop(`${code} has no job ${which}. See its jobs: npm run job -- list ${code}`);
  if (found.length === 1) return row;
  const uuids = found
    .map(({ uuid, name, location }) => `  ${uuid}  ${name}, ${location}`)
    .join("\n");
  throw new Stop(`${found.length} jobs are ${which}. Name one by its uuid:\n${uuids}`);
}

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({ ...COMMON, file: { type: "string" } }),
  most: Infinity,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const [command = "", code, ...jobs] = positionals;
  const place = placeOf(values, USAGE);
  const [least, most] = COMMANDS[command] ?? [];
  if (least === undefined || most === undefined) {
    throw new Stop(
      `${command === "" ? "Say what is to be done." : `There is no command "${command}".`}\n\n${USAGE}`,
    );
  }
  if (code === undefined) throw new Stop(`Say which company.\n\n${USAGE}`);
  if (jobs.length < least) throw new Stop(`Say which job.\n\n${USAGE}`);
  if (jobs.length > most) throw new Stop(`"${jobs[most] ?? ""}" is one word too many.\n\n${USAGE}`);
  const company = await companyAt(place.where, code);
  if (command === "new") return makeNew(company, place, values.file);
  const rows = await positionsOf(place.where, company.uuid);
  if (command === "list") {
    console.log(rows.length === 0 ? `${company.name} has no job.` : listed(rows));
    return;
  }
  const meant = jobs.map((which) => jobIn(rows, which, company));
  const [first] = meant;
  if (command === "edit" && first) return edit(company, place, first, values.file);
  const status = command === "open" ? "open" : "closed";
  const changing = meant.filter((row) => row.status !== status);
  await execute(
    place.where,
    changing.map(({ uuid }) => update(uuid, { status })),
  );
  for (const row of meant) {
    console.log(`${row.name} is ${row.status === status ? `${status} already` : `${status} now`}.`);
  }
});
