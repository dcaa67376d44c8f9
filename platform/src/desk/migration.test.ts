import { readdirSync, readFileSync } from "node:fs";
import initSqlJs from "sql.js";
import { expect, test } from "vitest";

const folder = new URL("../../migrations/", import.meta.url);
const DESK = "0006_desk.sql";

test("applications from before the desk are new, and have no note", async () => {
  const { Database } = await initSqlJs();
  const database = new Database();
  const names = readdirSync(folder).sort();
  expect(names).toContain(DESK);
  const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
  for (const name of names.slice(0, names.indexOf(DESK))) database.run(read(name));
  database.run(
    `INSERT INTO clients (uuid, code, name, privacy_policy, language_default) VALUES ('c', 'c', 'C', '', 'en');
     INSERT INTO positions (uuid, client_uuid, slug, name) VALUES ('p', 'c', 'p', 'P');
     INSERT INTO applications (id, position_uuid, first_name, last_name, phone, created_at)
       VALUES ('a', 'p', 'Ana', 'N', '+34600000001', '2026-11-20T10:00:00.000Z');`,
  );
  for (const name of names.slice(names.indexOf(DESK))) database.run(read(name));
  const [found] = database.exec("SELECT id, first_name, mark, note FROM applications");
  expect(found?.values).toEqual([["a", "Ana", "new", ""]]);
  expect(() => database.run("UPDATE applications SET mark = 'else'")).toThrow(/CHECK/);
});
