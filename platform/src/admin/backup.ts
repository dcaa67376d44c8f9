import type * as z from "zod";
import type { BackupRow, RestoredRows } from "~/contract/admin-backup";
import { BACKUP_TABLES } from "~/contract/admin-backup";
import { Refusal } from "~/contract/http";
import { hashKey } from "../deleted-keys";
import { repeatDeletions } from "../deletion";
import type { Env } from "../env";

/** A position's row can take 500 KB. */
const ROWS_PER_PAGE = 20;

const findTable = (name: string) => {
  const table = BACKUP_TABLES.find((value) => value === name);
  if (!table) throw new Refusal(404, "Not found.");
  return table;
};

export async function readRows({ DB }: Env, name: string, after: number) {
  const { results } = await DB.prepare(
    `SELECT rowid AS _rowid, * FROM ${findTable(name)} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  )
    .bind(after, ROWS_PER_PAGE)
    .all<BackupRow & { _rowid: number }>();
  const last = results.length < ROWS_PER_PAGE ? undefined : results.at(-1);
  return { rows: results.map(({ _rowid, ...row }) => row), next: last?._rowid ?? null };
}

/**
 * Adds rows that the database lacks. Never changes or deletes a row, because the database is newer than the backup.
 * An application keeps its number, unless another application has taken it.
 */
export async function addRows(
  { DB }: Env,
  name: string,
  rows: readonly BackupRow[],
): Promise<z.infer<typeof RestoredRows>> {
  const table = findTable(name);
  const { results } = await DB.prepare("SELECT name FROM pragma_table_info(?)")
    .bind(table)
    .all<{ name: string }>();
  // Log entries, notes and versions get new numbers, because theirs may be in use and no one refers to them.
  const isRenumbered = ["desk_log", "notes", "versions"].includes(table);
  const columns = results
    .map((column) => column.name)
    .filter((column) => !isRenumbered || column !== "number");
  const list = columns.join(", ");
  const condition = CONDITIONS[table];
  const outcome = { added: 0, left: 0, renumbered: [] as { from: number; to: number }[] };
  for (const row of rows) {
    const insert = (values: BackupRow) =>
      DB.prepare(
        `INSERT OR IGNORE INTO ${table} (${list}) SELECT ${columns.map(() => "?").join(", ")}
         ${condition?.sql ?? ""} RETURNING ${table === "applications" ? "number" : "1 AS number"}`,
      ).bind(
        ...columns.map((column) => values[column] ?? null),
        ...(condition?.columns ?? []).map((column) => row[column] ?? null),
      );
    if (table === "applications" && (await isDeleted(DB, row))) {
      outcome.left += 1;
      continue;
    }
    let added = await insert(row).first<number>("number");
    const { number } = row;
    if (added === null && table === "applications" && typeof number === "number") {
      added = await insert({ ...row, number: null }).first<number>("number");
      if (added !== null) outcome.renumbered.push({ from: number, to: added });
    }
    if (added === null) outcome.left += 1;
    else outcome.added += 1;
  }
  return outcome;
}

/** Whether the application was deleted since the backup. */
async function isDeleted(
  DB: Env["DB"],
  { position_uuid: position, idempotency_key: key }: BackupRow,
): Promise<boolean> {
  if (typeof position !== "string" || typeof key !== "string") return false;
  const hash = await hashKey(position, key);
  return (
    (await DB.prepare("SELECT 1 FROM deleted_keys WHERE hash = ?").bind(hash).first()) !== null
  );
}

const HAS_APPLICATION = {
  sql: "WHERE EXISTS (SELECT 1 FROM applications WHERE id = ?)",
  columns: ["application_id"],
};

/** Conditions for adding a row, with the columns that they compare. */
const CONDITIONS: Partial<Record<string, { sql: string; columns: string[] }>> = {
  desk_log: {
    sql: "WHERE NOT EXISTS (SELECT 1 FROM desk_log WHERE at = ? AND who = ? AND action = ?)",
    columns: ["at", "who", "action"],
  },
  versions: {
    sql: `WHERE NOT EXISTS (
      SELECT 1 FROM versions WHERE uuid = ? AND at = ? AND who = ? AND content = ?)`,
    columns: ["uuid", "at", "who", "content"],
  },
  notes: {
    sql: `${HAS_APPLICATION.sql} AND NOT EXISTS (
      SELECT 1 FROM notes WHERE application_id = ? AND at = ? AND who = ?)`,
    columns: [...HAS_APPLICATION.columns, "application_id", "at", "who"],
  },
  // The application may have been deleted since.
  confirmations: HAS_APPLICATION,
  replies: HAS_APPLICATION,
};

const FOLDERS = /^(cv|file|deleted|picture)\//;

/** Lists a page of stored files and records of deletions. */
export async function listFiles({ CVS }: Env, after: string) {
  const { objects, truncated } = await CVS.list(after === "" ? {} : { startAfter: after });
  return {
    files: objects.flatMap(({ key, size }) => (FOLDERS.test(key) ? [{ key, size }] : [])),
    next: truncated ? (objects.at(-1)?.key ?? null) : null,
  };
}

export async function readFile({ CVS }: Env, key: string) {
  const object = FOLDERS.test(key) ? await CVS.get(key) : null;
  if (!object) throw new Refusal(404, "Not found.");
  return object;
}

/** Stores a file, unless it is stored already. Returns how many files were added. */
export async function addFile({ CVS }: Env, key: string, body: ArrayBuffer): Promise<number> {
  if (!FOLDERS.test(key)) throw new Refusal(404, "Not found.");
  if (await CVS.head(key)) return 0;
  await CVS.put(key, body);
  return 1;
}

/** Repeats the deletions since the backup, over several calls. The first call starts with the first deletion. */
export async function deleteAgain(env: Env, isFirst: boolean, now: number) {
  if (isFirst) await env.DB.prepare("DELETE FROM deletion_checks").run();
  return repeatDeletions(env, now);
}
