import { readdirSync, readFileSync } from "node:fs";
import initSqlJs, { type Database } from "sql.js";
import { beforeEach, expect, test } from "vitest";

const folder = new URL("../migrations/", import.meta.url);

/** Rows that are written before the migrations that follow `0001_hiring.sql`. */
const ROWS = `INSERT INTO clients (uuid, code, name, privacy_policy, language_default) VALUES ('c', 'c', 'C', '', 'en');
  INSERT INTO positions (uuid, client_uuid, slug, name) VALUES ('p', 'c', 'p', 'P');
  INSERT INTO applications (id, position_uuid, first_name, last_name, created_at)
    VALUES ('a', 'p', 'Ana', 'N', '2026-11-20T10:00:00.000Z');
  INSERT INTO channels (id, client_uuid, kind, address, digest) VALUES ('h', 'c', 'email', 'a@c.example', 'hourly');
  INSERT INTO notifications (id, channel_id, counts, due_at, created_at) VALUES ('n', 'h', '{"p":1}', '2026', '2026');`;

let database: Database;
beforeEach(async () => {
  const { Database } = await initSqlJs();
  database = new Database();
  database.run("PRAGMA foreign_keys = on");
  for (const [index, name] of readdirSync(folder).sort().entries()) {
    database.run(readFileSync(new URL(name, folder), "utf8"));
    if (index === 0) database.run(ROWS);
  }
});

test("an application of version 1.0.0 has no search text yet, and is deleted with its notes", () => {
  const [found] = database.exec("SELECT search, note FROM applications");
  expect(found?.values).toEqual([[null, ""]]);
  database.run(
    `INSERT INTO notes (application_id, text, who, at) VALUES ('a', 'Call', 'Ana', '2026');
     DELETE FROM applications;`,
  );
  expect(database.exec("SELECT * FROM notes")).toEqual([]);
});

test("keeps the notifications of version 1.0.0, deletes them with their channel, and accepts other kinds of channels", () => {
  const [found] = database.exec(
    `SELECT n.id, n.counts, n.applications, h.id, h.kind, h.address, h.digest
     FROM notifications n JOIN channels h ON h.id = n.channel_id`,
  );
  expect(found?.values).toEqual([["n", '{"p":1}', "[]", "h", "email", "a@c.example", "hourly"]]);
  database.run(
    `INSERT INTO channels (id, client_uuid, kind, address, digest) VALUES ('i', 'c', 'chat', 'x', 'daily');
     DELETE FROM channels;`,
  );
  expect(database.exec("SELECT * FROM notifications")).toEqual([]);
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
