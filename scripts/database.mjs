// The embedded platform's database, as commands read and write it: by wrangler, here or deployed.
import { relative, resolve } from "node:path";
import { z } from "zod";
import { databaseFiles, platformArgs, STATE, Stop, wrangler } from "./local.mjs";

/** @typedef {import("./seed.mjs").Where} Where */

/** The options by which a command is told which platform is meant, and `--help`. */
export const WHERE_OPTIONS = /** @type {const} */ ({
  remote: { type: "boolean", default: false },
  "persist-to": { type: "string" },
  help: { type: "boolean", default: false },
});

/**
 * Reads a command's arguments, `WHERE_OPTIONS` among them.
 *
 * @template {{ values: { remote: boolean; "persist-to"?: string | undefined } }} Read
 * @param {string} usage
 * @param {() => Read} read
 * @returns {Read & { where: Where }}
 * @throws {Stop} that says what is wrong, and how the command is used
 */
export function readArguments(usage, read) {
  let found;
  try {
    found = read();
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
  const { remote, "persist-to": persistTo } = found.values;
  if (remote && persistTo !== undefined) {
    throw new Stop(`--persist-to is for the local platform only.\n\n${usage}`);
  }
  return { ...found, where: { remote, persistTo: resolve(persistTo ?? STATE) } };
}

/**
 * Runs SQL, and returns the rows of its last statement.
 *
 * @template {z.ZodType} T
 * @param {Where} where
 * @param {string} sql
 * @param {T} Row
 * @returns {Promise<z.output<T>[]>}
 * @throws {Stop} when there is no database yet
 */
export async function rowsOf(where, sql, Row) {
  if (!where.remote && (await databaseFiles(where.persistTo)).length === 0) {
    const folder = relative(process.cwd(), where.persistTo) || ".";
    throw new Stop(`No platform has run in ${folder} yet. Start it: npm start`);
  }
  const args = ["d1", "execute", "DB", ...platformArgs(where), "--json", "--command", sql];
  let printed;
  try {
    printed = await wrangler(args);
  } catch (error) {
    if (!(error instanceof Stop) || !/no such (table|column)/.test(error.message)) throw error;
    throw new Stop("The platform's database is older than this command. Migrate it: npm run seed");
  }
  const Printed = z.array(z.object({ results: z.array(z.unknown()) }));
  return z.array(Row).parse(Printed.parse(JSON.parse(printed)).at(-1)?.results ?? []);
}
