// Reads the Cloudflare account through wrangler. Nothing here changes the account.
import * as z from "zod";
import { PLATFORM_CONFIG, wrangler } from "~/scripts/local";
import { parseDatabaseRegion } from "./placement";

/** Matches wrangler's errors for a Worker or table that does not exist yet. */
const MISSING = /10007|no such table/;

/** Runs wrangler. Returns `missing` if the resource does not exist yet, and undefined after other failures. */
async function ask<T>(args: string[], read: (printed: string) => T, missing?: T) {
  try {
    return read(await wrangler(args));
  } catch (error) {
    return MISSING.test(String(error)) ? missing : undefined;
  }
}

const configArgs = (config: string, env = "") => ["-c", config, "--env", env];

/** Lists the names of a Worker's secrets. Returns undefined if wrangler cannot see the account. */
export const listSecrets = (config: string, env: string | undefined) =>
  ask<string[]>(
    ["secret", "list", ...configArgs(config, env)],
    (printed) =>
      z
        .array(z.object({ name: z.string() }))
        .parse(JSON.parse(printed))
        .map(({ name }) => name),
    [],
  );

/** Returns when a Worker was last deployed, in ISO 8601, or null if it never was. */
export const findDeployment = (config: string, env: string | undefined) =>
  ask<string | null>(
    ["deployments", "status", ...configArgs(config, env), "--json"],
    (printed) => z.object({ created_on: z.string() }).parse(JSON.parse(printed)).created_on,
    null,
  );

/**
 * Lists the deployed database's migrations. Returns undefined if wrangler cannot see the database. Reads
 * the table, because `wrangler d1 migrations list` would create it.
 */
export const listMigrations = (env: string | undefined) =>
  ask<string[]>(
    [
      ...["d1", "execute", "DB", ...configArgs(PLATFORM_CONFIG, env), "--remote", "--json"],
      ...["--command", "SELECT name FROM d1_migrations"],
    ],
    (printed) =>
      z
        .array(z.object({ results: z.array(z.object({ name: z.string() })) }))
        .parse(JSON.parse(printed))
        .flatMap(({ results }) => results.map(({ name }) => name)),
    [],
  );

/** Returns the database's region, if it is known. */
export const findDatabaseRegion = (env: string | undefined) =>
  ask(["d1", "info", "DB", ...configArgs(PLATFORM_CONFIG, env), "--json"], parseDatabaseRegion);

/** Returns the id of the account's KV namespace with this title, if any. */
export const findNamespace = (config: string, env: string | undefined, title: string) =>
  ask(
    ["kv", "namespace", "list", ...configArgs(config, env)],
    (printed) =>
      z
        .array(z.object({ id: z.string(), title: z.string() }))
        .parse(JSON.parse(printed))
        .find((namespace) => namespace.title === title)?.id,
  );
