import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { build } from "esbuild";
import { PLATFORM_CONFIG, ROOT } from "../../scripts/local";
import { addExamplesTo } from "./examples";

/** The database in `platform/wrangler.toml`, after which wrangler names the local files. */
export const DATABASE_ID = "00000000-0000-4000-8000-000000000000";

let bundled: Promise<string> | undefined;

export const bundlePlatform = (): Promise<string> => (bundled ??= bundle());

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "platform", "src", "index.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    jsx: "automatic",
  });
  return outputFiles[0]?.text ?? "";
}

/** Returns the SQL statements of the platform's migrations, in order. */
async function readMigrations(): Promise<string[]> {
  const folder = join(PLATFORM_CONFIG, "..", "migrations");
  const files = (await readdir(folder)).sort();
  const sql = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return sql
    .join("\n")
    .replace(/--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

type Row = Record<string, string | number | null>;
let examples: Map<string, Row[]> | undefined;

/** Creates the platform's tables with the example companies, which are converted once for all databases. */
export async function createDatabase(DB: D1Database): Promise<void> {
  await createTables(DB);
  if (examples) {
    await insertRows(DB, examples);
  } else {
    await addExamplesTo(DB);
    examples = await readRows(DB);
  }
}

export async function createTables(DB: D1Database): Promise<void> {
  await DB.batch((await readMigrations()).map((sql) => DB.prepare(sql)));
}

async function readRows(DB: D1Database) {
  const tables = ["clients", "positions"];
  const read = await DB.batch<Row>(tables.map((table) => DB.prepare(`SELECT * FROM ${table}`)));
  return new Map(tables.map((table, index) => [table, read[index]?.results ?? []]));
}

async function insertRows(DB: D1Database, tables: Map<string, Row[]>) {
  const inserts = [...tables].flatMap(([table, rows]) =>
    rows.map((row) => {
      const names = Object.keys(row);
      const marks = names.map(() => "?").join(", ");
      const insert = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`;
      return DB.prepare(insert).bind(...Object.values(row));
    }),
  );
  await DB.batch(inserts);
}
