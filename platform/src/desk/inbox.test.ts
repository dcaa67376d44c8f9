import { readdirSync, readFileSync } from "node:fs";
import initSqlJs, { type BindParams } from "sql.js";
import { expect, test } from "vitest";
import { selectPage, type ListQuery } from "./inbox";

const folder = new URL("../../migrations/", import.meta.url);

test("a page sorted by name does not start after another company's application, which would reveal a name", async () => {
  const { Database } = await initSqlJs();
  const database = new Database();
  for (const name of readdirSync(folder).sort())
    database.run(readFileSync(new URL(name, folder), "utf8"));
  for (const company of ["a", "b"])
    database.run(
      `INSERT INTO clients (uuid, code, name, privacy_policy, language_default) VALUES (?1, ?1, '', '', 'en');
       INSERT INTO positions (uuid, client_uuid, slug, name) VALUES (?1, ?1, '', '');`.replaceAll(
        "?1",
        `'${company}'`,
      ),
    );
  for (const [company, name] of ["a ana", "a eva", "b bea"].map((text) => text.split(" ")))
    database.run(
      `INSERT INTO applications (id, position_uuid, first_name, last_name, search, created_at)
       VALUES (?1, ?2, '', '', ?1, '')`,
      [name ?? "", company ?? ""],
    );
  const list = (change: Partial<ListQuery>) => {
    const none = { position: undefined, search: "", filter: undefined, before: undefined };
    const query = { ...none, after: undefined, sort: "name", ...change } as const;
    const { sql, values } = selectPage(query, "p.client_uuid IN (SELECT value FROM json_each(?1))");
    const [found] = database.exec(sql, ['["a"]', ...values] as BindParams); // texts and numbers
    return found?.values.map(([, id]) => id) ?? [];
  };
  expect(list({})).toEqual(["ana", "eva"]);
  expect(list({ after: 1 })).toEqual(["eva"]);
  expect(list({ before: 2 })).toEqual(["ana"]);
  expect([list({ after: 3 }), list({ before: 3 })]).toEqual([[], []]);
});
