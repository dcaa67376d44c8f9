// Removes a company with all that the platform has of it.
import { z } from "zod";
import { rememberKeys } from "../../platform/src/deleted-keys.mjs";
import { bucketArgs, cvBucket, wrangler } from "../../scripts/local.mjs";
import { execute, literal, rememberRemoved } from "../../scripts/seed.mjs";
import { rowsOf } from "../../scripts/database.mjs";

/** @typedef {import("../../scripts/seed.mjs").Where} Where */

/** How many files are deleted side by side: each is a call of wrangler. */
const AT_ONCE = 4;

/** How many ids or hashes a statement names: D1 takes 100 KB, and a hash has 64 characters. */
const IDS_AT_ONCE = 1000;

/** What a row says of an application and its files. */
export const Stored = z.object({
  id: z.string(),
  position_uuid: z.string(),
  idempotency_key: z.string().nullable(),
  cv_name: z.string().nullable(),
  files: z.string().transform((text) => z.array(z.unknown()).parse(JSON.parse(text))),
});

/** @typedef {z.infer<typeof Stored>} Stored */

/** A company's applications. @param {Where} where @param {string} uuid */
export const applicationsOf = (where, uuid) =>
  rowsOf(
    where,
    `SELECT id, position_uuid, idempotency_key, cv_name, files FROM applications WHERE position_uuid IN
       (SELECT uuid FROM positions WHERE client_uuid = ${literal(uuid)})`,
    Stored,
  );

/**
 * The SQL that removes a company from every table that speaks of companies or positions, by the names of
 * their columns. The ids of its applications stay in `unclaimed_cvs` until their files are gone.
 *
 * @param {{ name: string, sql: string }[]} tables as `sqlite_master` has them
 * @param {string} uuid
 */
export function removal(tables, uuid) {
  const company = literal(uuid);
  const its = `(SELECT uuid FROM positions WHERE client_uuid = ${company})`;
  const having = (/** @type {string} */ column) =>
    tables
      .filter(({ name, sql }) => name !== "positions" && new RegExp(`\\b${column}\\b`).test(sql))
      .map(({ name }) => name);
  return [
    // Each table may name the others: what is left is looked at when all is done.
    "PRAGMA defer_foreign_keys = true;",
    `INSERT INTO unclaimed_cvs (id, created_at) SELECT id, '1970-01-01T00:00:00.000Z'
       FROM applications WHERE position_uuid IN ${its} ON CONFLICT DO NOTHING;`,
    ...having("position_uuid").map((name) => `DELETE FROM ${name} WHERE position_uuid IN ${its};`),
    ...having("client_uuid").map((name) => `DELETE FROM ${name} WHERE client_uuid = ${company};`),
    `DELETE FROM positions WHERE client_uuid = ${company};`,
    `DELETE FROM clients WHERE uuid = ${company};`,
  ];
}

/**
 * Removes a company, and remembers the keys of its applications. Its rows go at once; should this end
 * before its files are gone, the platform sweeps them away.
 *
 * @param {Where} where @param {string} uuid @param {Stored[]} applications
 */
export async function removeCompany(where, uuid, applications) {
  const tables = await rowsOf(
    where,
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL",
    z.object({ name: z.string(), sql: z.string() }),
  );
  const remember = [];
  for (let at = 0; at < applications.length; at += IDS_AT_ONCE) {
    remember.push(await rememberKeys(applications.slice(at, at + IDS_AT_ONCE), Date.now()));
  }
  await execute(where, [...remember, ...removal(tables, uuid)]);
  if (!where.remote) await rememberRemoved(where.persistTo, uuid);
  await deleteFiles(where, applications);
  const ids = applications.map(({ id }) => literal(id));
  const statements = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE).join(", ");
    statements.push(`DELETE FROM unclaimed_cvs WHERE id IN (${some});`);
  }
  if (statements.length > 0) await execute(where, statements);
}

/** The keys of an application's files in the bucket. @param {Stored} application */
export const fileKeys = ({ id, cv_name, files }) => [
  ...(cv_name === null ? [] : [`cv/${id}`]),
  ...files.map((_, index) => `file/${id}/${index}`),
];

/** @param {Where} where @param {readonly Stored[]} applications */
export async function deleteFiles(where, applications) {
  const keys = applications.flatMap(fileKeys);
  const bucket = await bucketArgs(where);
  const deleteFile = (/** @type {string} */ key) =>
    wrangler(["r2", "object", "delete", `${cvBucket(where)}/${key}`, ...bucket]);
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    await Promise.all(keys.slice(at, at + AT_ONCE).map(deleteFile));
  }
}
