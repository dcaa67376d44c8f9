// The embedded platform's database, as commands read and write it: by wrangler, here or deployed.
import { relative } from "node:path";
import { z } from "zod";
import { databaseFiles, platformArgs, Stop, wrangler } from "./local.mjs";

/** @typedef {import("./arguments.mjs").Where} Where */

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
