import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PLATFORM_CONFIG, wrangler } from "~/scripts/local";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { startSiteServer } from "~/scripts/site-server";
import { ensureStateFolder, readState, updateState } from "./state";

const FOLDER = join(dirname(PLATFORM_CONFIG), "migrations");

async function readMigrations(): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(FOLDER)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(FOLDER, name), "utf8") })),
  );
}

export async function hashMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const { sql } of await readMigrations()) hash.update(sql);
  return hash.digest("hex");
}

/** The table in which wrangler records migrations. */
const RECORDS = `CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

export async function migrate(persistTo: string): Promise<void> {
  const migrations = await hashMigrations();
  const hasDatabase = existsSync(join(persistTo, "v3", "d1"));
  if (hasDatabase && (await readState(persistTo)).migrations === migrations) return;
  const where = ["-c", PLATFORM_CONFIG, "--env", "", "--local", "--persist-to", persistTo];
  const apply = () => wrangler(["d1", "migrations", "apply", "DB", ...where]);
  // miniflare's synchronous calls have a race: under load, a call can be woken up by the previous call, and wrangler
  // stops with "false == true". A migration is applied and recorded in one transaction, so try the rest once more.
  await (hasDatabase ? apply() : createTables(persistTo, where)).catch(apply);
  await updateState(persistTo, { migrations });
}

/** Applies all migrations to a new database in one call, because wrangler would start a Worker for each. */
async function createTables(persistTo: string, where: string[]): Promise<void> {
  const parts = (await readMigrations()).map(
    ({ name, sql }) => `${sql}\nINSERT INTO d1_migrations (name) VALUES ('${name}');`,
  );
  const file = join(persistTo, "tables.sql");
  await writeFile(file, [RECORDS, ...parts].join("\n"));
  try {
    await wrangler(["d1", "execute", "DB", ...where, "--file", file]);
  } finally {
    await rm(file);
  }
}

export async function startPlatform(persistTo: string) {
  await ensureStateFolder(persistTo);
  await ensureLocalSecrets();
  await migrate(persistTo);
  return startSiteServer({ site: false, embedded: true, persistTo });
}
