import { readdirSync, readFileSync } from "node:fs";
import initSqlJs from "sql.js";
import { expect, test } from "vitest";

const folder = new URL("../migrations/", import.meta.url);

/** A database with an application that came before a migration, after that one and all that follow it. */
async function migrated(migration: string) {
  const { Database } = await initSqlJs();
  const database = new Database();
  const names = readdirSync(folder).sort();
  expect(names).toContain(migration);
  const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
  for (const name of names.slice(0, names.indexOf(migration))) database.run(read(name));
  database.run(
    `INSERT INTO clients (uuid, code, name, privacy_policy, language_default) VALUES ('c', 'c', 'C', '', 'en');
     INSERT INTO positions (uuid, client_uuid, slug, name) VALUES ('p', 'c', 'p', 'P');
     INSERT INTO applications (id, position_uuid, first_name, last_name, phone, created_at)
       VALUES ('a', 'p', 'Ana', 'N', '+34600000001', '2026-11-20T10:00:00.000Z');`,
  );
  for (const name of names.slice(names.indexOf(migration))) database.run(read(name));
  return database;
}

test("an application's number is never given to another one", async () => {
  const database = await migrated("0003_fields.sql");
  database.run(
    `DELETE FROM applications;
     INSERT INTO applications (id, position_uuid, first_name, last_name, created_at)
       VALUES ('b', 'p', 'Eva', 'N', '2026-11-21T10:00:00.000Z');`,
  );
  expect(database.exec("SELECT number, id FROM applications")[0]?.values).toEqual([[2, "b"]]);
});

test("applications from before the desk are new, and have no note", async () => {
  const database = await migrated("0006_desk.sql");
  const [found] = database.exec("SELECT id, first_name, mark, note FROM applications");
  expect(found?.values).toEqual([["a", "Ana", "new", ""]]);
  expect(() => database.run("UPDATE applications SET mark = 'else'")).toThrow(/CHECK/);
});

test("a company from before retention keeps its applications for good, and hears of none", async () => {
  const database = await migrated("0007_notify_retention.sql");
  const rows = (sql: string) => database.exec(sql)[0]?.values ?? [];
  expect(rows("SELECT uuid, retention_months FROM clients")).toEqual([["c", null]]);
  expect(rows("SELECT id, created_at, mark FROM applications")).toEqual([
    ["a", "2026-11-20T10:00:00.000Z", "new"],
  ]);
  expect(rows("SELECT * FROM channels")).toEqual([]);
  for (const months of ["0", "121", "'six'"]) {
    expect(() => database.run(`UPDATE clients SET retention_months = ${months}`)).toThrow(/CHECK/);
  }
});
