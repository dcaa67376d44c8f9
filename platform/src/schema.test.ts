import { readdirSync, readFileSync } from "node:fs";
import initSqlJs, { type Database } from "sql.js";
import { beforeEach, expect, test } from "vitest";

const folder = new URL("../migrations/", import.meta.url);

let database: Database;
beforeEach(async () => {
  const { Database } = await initSqlJs();
  database = new Database();
  for (const name of readdirSync(folder).sort()) {
    database.run(readFileSync(new URL(name, folder), "utf8"));
  }
  database.run(
    `INSERT INTO clients (uuid, code, name, privacy_policy, language_default) VALUES ('c', 'c', 'C', '', 'en');
     INSERT INTO positions (uuid, client_uuid, slug, name) VALUES ('p', 'c', 'p', 'P');
     INSERT INTO applications (id, position_uuid, first_name, last_name, created_at)
       VALUES ('a', 'p', 'Ana', 'N', '2026-11-20T10:00:00.000Z');`,
  );
});

test("does not reuse the number of a deleted application", () => {
  database.run(
    `DELETE FROM applications;
     INSERT INTO applications (id, position_uuid, first_name, last_name, created_at)
       VALUES ('b', 'p', 'Eva', 'N', '2026-11-21T10:00:00.000Z');`,
  );
  expect(database.exec("SELECT number, id FROM applications")[0]?.values).toEqual([[2, "b"]]);
});

test("by default, marks an application as new, and stores no note and no retention period", () => {
  const [found] = database.exec("SELECT mark, note, retention_months FROM applications, clients");
  expect(found?.values).toEqual([["new", "", null]]);
});

test.each([
  "UPDATE applications SET mark = 'else'",
  "UPDATE clients SET retention_months = 0",
  "UPDATE positions SET status = 'else'",
])("refuses the statement %s", (sql) => {
  expect(() => database.run(sql)).toThrow(/CHECK/);
});
