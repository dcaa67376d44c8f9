import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import initSqlJs from "sql.js";
import { beforeEach, expect, test } from "vitest";
import { fileKeys, removal } from "./remove.mjs";

const MIGRATIONS = "platform/migrations";
const wasm = createRequire(import.meta.url).resolve("sql.js/dist/sql-wasm.wasm");

/** @type {import("sql.js").Database} */
let database;
beforeEach(async () => {
  const { Database } = await initSqlJs({ locateFile: () => wasm });
  database = new Database();
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    database.run(await readFile(`${MIGRATIONS}/${file}`, "utf8"));
  }
  database.run("PRAGMA foreign_keys = on");
  for (const one of ["acme", "other"]) {
    database.run(`
      INSERT INTO clients (uuid, code, name, privacy_policy, language_default)
        VALUES ('${one}', '${one}', 'A', 'P', 'en');
      INSERT INTO positions (uuid, client_uuid, slug, name)
        VALUES ('${one}-job', '${one}', 'b', 'B'), ('${one}-job-2', '${one}', 'c', 'C');
      INSERT INTO applications (id, position_uuid, first_name, last_name, created_at)
        VALUES ('${one}-1', '${one}-job', 'D', 'E', '2026'), ('${one}-2', '${one}-job-2', 'D', 'E', '2026');`);
  }
});

/** Each row of a query, as a list. @param {string} sql @returns {unknown[][]} */
const rows = (sql) => database.exec(sql)[0]?.values ?? [];

const tables = () =>
  rows("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL").map(
    ([name, sql]) => ({ name: String(name), sql: String(sql) }),
  );

const remove = () => {
  database.run("BEGIN");
  for (const statement of removal(tables(), "acme")) database.run(statement);
  database.run("COMMIT");
};

test("nothing of a company is left, its files are marked for the sweep, and no other loses anything", () => {
  remove();
  for (const { name } of tables()) {
    const left = rows(`SELECT * FROM ${name}`).map((row) => JSON.stringify(row));
    const its = left.filter((row) => row.includes("acme"));
    expect(its, name).toEqual(
      name === "unclaimed_cvs"
        ? ['["acme-1","1970-01-01T00:00:00.000Z"]', '["acme-2","1970-01-01T00:00:00.000Z"]']
        : [],
    );
    const count = { clients: 1, positions: 2, applications: 2 }[name];
    if (count !== undefined) expect(left, name).toHaveLength(count);
  }
});

test("another table that speaks of a company or a position is emptied too", () => {
  database.run(`
    CREATE TABLE letters (id TEXT, client_uuid TEXT NOT NULL REFERENCES clients (uuid));
    CREATE TABLE views (id TEXT, position_uuid TEXT NOT NULL REFERENCES positions (uuid));
    CREATE TABLE notes (client_uuid TEXT, application_id TEXT REFERENCES applications (id));
    INSERT INTO notes VALUES ('acme', 'acme-1');
    INSERT INTO letters VALUES ('1', 'acme'), ('2', 'other');
    INSERT INTO views VALUES ('1', 'acme-job'), ('2', 'other-job');`);
  remove();
  expect(rows("SELECT * FROM notes")).toEqual([]);
  expect(rows("SELECT id FROM letters")).toEqual([["2"]]);
  expect(rows("SELECT id FROM views")).toEqual([["2"]]);
});

test.each([
  [null, ["file/a/0", "file/a/1"]],
  ["cv.pdf", ["cv/a", "file/a/0", "file/a/1"]],
])("an application with the CV %s has its files under their keys", (cv_name, keys) => {
  const application = { id: "a", position_uuid: "b", idempotency_key: null, cv_name };
  expect(fileKeys({ ...application, files: [{}, {}] })).toEqual(keys);
});
