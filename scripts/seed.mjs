// Brings the embedded platform's database up to date: applies migrations, then inserts missing rows.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { runCommand } from "./arguments.mjs";
import {
  d1Folder,
  databaseFiles,
  platformArgs,
  PLATFORM_CONFIG,
  STATE,
  Stop,
  wrangler,
} from "./local.mjs";
import { addresses, COMMON, COMMON_USAGE, named, placeOf } from "../cli/company/options.mjs";
import { readSeed, SEED_FOLDER } from "../cli/company/files.mjs";
import { jobAsks as asksOfPosition, jobFacts as factsOfPosition } from "../contract/admin";

/** D1 takes statements of at most 100 KB. */
export const MAX_STATEMENT_BYTES = 100_000;

/** @typedef {import("./arguments.mjs").Where} Where */

/**
 * @typedef {object} SeedOptions
 * @property {string} [persistTo] the state folder (default: `.wrangler/state`)
 * @property {boolean} [remote] seed the deployed platform instead
 * @property {string | undefined} [env] with `remote`: that of an environment
 * @property {string | null} [from] the folder with the companies (default: `platform/seed`); null: only
 *   the migrations
 * @property {boolean} [update] also update existing rows from the files
 * @property {boolean} [force] seed even if nothing has changed since the last time; companies that
 *   were removed come back, too
 */

/**
 * Applies the migrations, and inserts the rows that are missing. It does nothing if the same files were
 * seeded into the same state folder before.
 *
 * @param {SeedOptions} [options]
 * @returns {Promise<{ seeded: boolean; companies: number; positions: number }>}
 * @throws {Stop} when a seed file is wrong, or wrangler fails.
 */
export async function seed(options = {}) {
  const { remote = false, env, from = SEED_FOLDER, update = false, force = false } = options;
  const persistTo = resolve(options.persistTo ?? STATE);
  const removed = force ? [] : await removedFrom(persistTo);
  const found = from === null ? [] : await readSeed(from);
  const companies = found.filter(({ uuid }) => !removed.includes(uuid));
  const sql = statements(companies, update);
  const counts = {
    companies: companies.length,
    positions: companies.flatMap(({ positions }) => positions).length,
  };

  const hash = await hashOf(sql.join("\n"));
  if (!remote && !force && (await isUpToDate(persistTo, hash))) return { seeded: false, ...counts };

  const where = { persistTo, remote, env };
  await migrate(where);
  await execute(where, sql);
  if (force && !remote) await rm(removalsIn(persistTo), { force: true });
  if (!remote) await remember(persistTo, hash);
  return { seeded: true, ...counts };
}

/**
 * Applies the migrations that a platform has not had yet.
 *
 * @param {Where} where
 */
export async function migrate(where) {
  const args = ["d1", "migrations", "apply", "DB", ...platformArgs(where)];
  await wrangler(args, { capture: !where.remote });
}

/**
 * Runs statements, all of them or none: locally they are one transaction, and deployed D1 takes a file
 * back as a whole if it fails.
 *
 * @param {Where} where @param {string[]} sql
 */
export async function execute(where, sql) {
  if (sql.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), "puerta-seed-"));
  try {
    const file = join(folder, "seed.sql");
    await writeFile(file, sql.join("\n"), { mode: 0o600 });
    const args = ["d1", "execute", "DB", ...platformArgs(where)];
    await wrangler([...args, "--yes", "--file", file], { capture: !where.remote });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The names and addresses of the seeded companies, for the start script.
 *
 * @param {string} [from] the folder with the companies
 */
export const seededCompanies = async (from = SEED_FOLDER) =>
  (await readSeed(from)).map(companyFacts);

/** A company's name and addresses. @param {import("../cli/company/files.mjs").SeedCompany} company */
export function companyFacts({ slug, uuid, code, name, language_default, logo, positions }) {
  const open = positions.find(({ status }) => status === "open");
  return {
    slug,
    uuid,
    code,
    name,
    language_default,
    hasLogo: Boolean(logo),
    careerSitePath: `/${code}/${uuid}`,
    positionPath: open && `/${code}/${open.slug}/${open.uuid}`,
  };
}

/**
 * The seed as SQL statements.
 *
 * @param {import("../cli/company/files.mjs").SeedCompany[]} companies @param {boolean} update
 */
export function statements(companies, update) {
  return companies.flatMap(({ positions, slug: _slug, file, ...client }) => [
    insert("clients", client, update, file),
    ...positions.map(({ file, ...position }) =>
      insert("positions", columnsOf(position, client.uuid), update, file),
    ),
  ]);
}

/**
 * The SQL that puts a company on a platform or brings it up to date there. Jobs that are there stay as they
 * are: the platform has the last word on them.
 *
 * @param {import("../cli/company/files.mjs").SeedCompany} company
 */
export function put(company) {
  const [, ...positions] = statements([company], false);
  return [...statements([{ ...company, positions: [] }], true), ...positions];
}

/**
 * A position as the columns of its row.
 *
 * @param {Record<string, unknown>} position @param {string} client_uuid
 * @returns {Record<string, unknown>}
 */
export function columnsOf(position, client_uuid) {
  /** @type {Record<"row" | "asks" | "facts", Record<string, unknown>>} */
  const parts = { row: {}, asks: {}, facts: {} };
  for (const [key, value] of Object.entries(position)) {
    const part = key in asksOfPosition ? "asks" : key in factsOfPosition ? "facts" : "row";
    parts[part][key] = value;
  }
  const { row, asks, facts } = parts;
  return { ...row, asks, facts, client_uuid };
}

/**
 * @param {string} table @param {Record<string, unknown>} row @param {boolean} update
 * @param {string} file that the row is from
 */
export function insert(table, row, update, file) {
  const columns = Object.keys(row);
  const values = Object.values(row).map(literal);
  const set = columns
    .filter((column) => column !== "uuid" && column !== "client_uuid")
    .map((c) => `${c} = excluded.${c}`);
  const conflict = update ? `DO UPDATE SET ${set.join(", ")}` : "DO NOTHING";
  const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.join(", ")}) ON CONFLICT (uuid) ${conflict};`;
  const bytes = Buffer.byteLength(sql);
  if (bytes > MAX_STATEMENT_BYTES) {
    throw new Stop(
      `${relative(process.cwd(), file)}: has ${bytes} bytes with all its texts; D1 takes ${MAX_STATEMENT_BYTES}.`,
    );
  }
  return sql;
}

/** A value as SQL; objects and lists become JSON text. @param {unknown} value @returns {string} */
export function literal(value) {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "boolean" || typeof value === "number") return String(Number(value));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // wrangler refuses a file with these two words, even inside a text.
  return `'${text.replaceAll("'", "''").replaceAll("BEGIN TRANSACTION", "BEGIN' || ' TRANSACTION")}'`;
}

/** A digest of the SQL and the migrations, by which a repeat is recognised. @param {string} sql */
async function hashOf(sql) {
  const migrations = join(dirname(PLATFORM_CONFIG), "migrations");
  const hash = createHash("sha256").update(sql);
  const files = (await readdir(migrations)).sort().map((name) => join(migrations, name));
  for (const file of [PLATFORM_CONFIG, ...files]) hash.update(await readFile(file));
  return hash.digest("hex");
}

/**
 * The file that remembers what was seeded last. It is beside the databases and has their names, so that
 * deleting either makes the next run seed again.
 *
 * @param {string} persistTo
 */
const memoryIn = (persistTo) => join(d1Folder(persistTo), "puerta-seed.json");

const Memory = z.object({ hash: z.string(), databases: z.array(z.string()) });

/** @param {string} persistTo @param {string} hash */
async function remember(persistTo, hash) {
  const databases = await databaseFiles(persistTo);
  await writeFile(memoryIn(persistTo), JSON.stringify({ hash, databases }));
}

/** @param {string} persistTo @param {string} hash */
async function isUpToDate(persistTo, hash) {
  const file = memoryIn(persistTo);
  if (!existsSync(file)) return false;
  try {
    const { hash: last, databases } = Memory.parse(JSON.parse(await readFile(file, "utf8")));
    const there = await databaseFiles(persistTo);
    return last === hash && databases.every((/** @type {string} */ name) => there.includes(name));
  } catch {
    return false;
  }
}

/** The file that remembers which companies were removed. @param {string} persistTo */
const removalsIn = (persistTo) => join(d1Folder(persistTo), "puerta-removed.json");

/** The uuids of companies that a start does not bring back. @param {string} persistTo */
async function removedFrom(persistTo) {
  const file = removalsIn(persistTo);
  if (!existsSync(file)) return [];
  return z.array(z.string()).parse(JSON.parse(await readFile(file, "utf8")));
}

/** Keeps a start from bringing a company back. @param {string} persistTo @param {string} uuid */
export async function rememberRemoved(persistTo, uuid) {
  const removed = new Set([...(await removedFrom(persistTo)), uuid]);
  await writeFile(removalsIn(persistTo), JSON.stringify([...removed]));
}

const USAGE = `npm run seed -- [--from FOLDER] [--update] [options]
  --from FOLDER        companies of your own instead of platform/seed
  --update             bring rows that are there up to date with the files, too
${COMMON_USAGE}`;

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    ...COMMON,
    from: { type: "string" },
    update: { type: "boolean", default: false },
  }),
};

await runCommand(import.meta.url, COMMAND, async ({ values }) => {
  const { where, site } = placeOf(values, USAGE);
  const from = values.from === undefined ? SEED_FOLDER : named(values.from);
  const { update } = values;
  const { companies, positions } = await seed({ ...where, from, update, force: true });
  console.log(
    `The platform has the ${companies} companies and ${positions} positions of the seed:\n`,
  );
  for (const company of await seededCompanies(from)) {
    console.log(addresses(site, company).join("\n"));
  }
});
