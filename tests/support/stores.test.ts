import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import initSqlJs from "sql.js";
import { expect, test } from "vitest";
import { AdminApplication } from "~/contract/admin-applications";
import { BACKUP_TABLES } from "~/contract/admin-backup";
import storage from "../fixtures/storage/version-2.json";

// docs/privacy.md must list every store, so that deletion and export cover it.

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(root(path), "utf8");

const sources = (folder: string) =>
  readdirSync(root(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => ({ name, text: read(`${folder}/${name}`) }));

const [, section = ""] = read("docs/privacy.md").split("## Names in the storage\n");

/** The names in a line of the section. */
function named(line: string): string[] {
  const found = section.split("\n").find((text) => text.startsWith(`- **${line}**:`));
  return [...(found ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

const DELETED = "Tables, deleted with the application";
const IDS = "Tables with at most an application's id or hash";
const OTHERS = "Tables about companies and their people";

async function createDatabase() {
  const { Database } = await initSqlJs();
  const database = new Database();
  for (const name of readdirSync(root("platform/migrations")).sort())
    database.run(read(`platform/migrations/${name}`));
  return (sql: string) => (database.exec(sql)[0]?.values ?? []).map(([value]) => String(value));
}

const findAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

test("docs/privacy.md names each table, and the tables that are deleted with an application", async () => {
  const list = await createDatabase();
  const tables = list(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  expect([DELETED, IDS, OTHERS].flatMap(named).sort()).toEqual(tables.sort());
  for (const table of tables) {
    const columns = list(`SELECT name FROM pragma_table_info('${table}')`);
    const hasId = columns.includes("application_id");
    const isDeleted = list(
      `SELECT 1 FROM pragma_foreign_key_list('${table}')
       WHERE "table" = 'applications' AND on_delete = 'CASCADE'`,
    );
    if (table !== "applications")
      expect([table, isDeleted.length === 1]).toEqual([table, named(DELETED).includes(table)]);
    if (hasId) expect([DELETED, IDS].flatMap(named)).toContain(table);
  }
});

/** The property of each table's rows in `npx puerta applications person --save`. */
const SAVED: Record<string, keyof typeof AdminApplication.shape> = {
  ...{
    applications: "id",
    notes: "notes",
    confirmations: "emails",
    replies: "emails",
    caught_emails: "emails",
  },
};

test("a person's exported data covers each of these tables, and a backup all but `caught_emails`", () => {
  expect(Object.keys(SAVED).sort()).toEqual(named(DELETED).sort());
  for (const key of Object.values(SAVED)) expect(AdminApplication.shape).toHaveProperty(key);
  const saved = named(DELETED).filter((table) => table !== "caught_emails");
  expect(BACKUP_TABLES).toEqual(expect.arrayContaining(saved));
});

test("docs/privacy.md names each folder of files", () => {
  const writers = sources("platform/src").filter(({ text }) => /CVS\.put\(|\.put\(key/.test(text));
  // A restore (`admin/backup.ts`) writes only into the other files' folders.
  expect(writers.map(({ name }) => name).sort()).toEqual([
    ...["admin/backup.ts", "deletion-record.ts", "files.ts", "pictures/store.ts"],
  ]);
  const folders = writers.flatMap(({ text }) => findAll(text, /FOLDER = "([a-z]+\/)"/g));
  expect(named("Files (R2)").sort()).toEqual(folders.sort());
});

test("docs/privacy.md names the data in Durable Objects and Workers KV", () => {
  const configurations = [read("wrangler.toml"), read("adapters/wrangler.toml")].join("\n");
  const classes = findAll(configurations, /class_name = "(\w+)"/g);
  const spaces = findAll(configurations, /kv_namespaces\]\]\nbinding = "(\w+)"/g);
  const tables = ["app", "adapters/src"]
    .flatMap(sources)
    .flatMap(({ text }) => findAll(text, /CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g));
  const keys = Object.values(storage).flatMap(({ kv }) => Object.keys(kv));
  const all = [...new Set([...classes, ...spaces, ...tables, ...keys])];
  const lines = ["Durable Objects", "Their tables", "Their values", "Workers KV"];
  expect(lines.flatMap(named).sort()).toEqual(all.sort());
});
